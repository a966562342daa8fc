/** The version of the interface that Foyer speaks; the `/v2` of its paths selects it. */
export const interfaceVersion = '2.249.0.0'
