/** The version of the interface that Foyer implements. `/v2` in its paths stands for it. */
export const interfaceVersion = '2.249.0.0'
