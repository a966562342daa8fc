declare module 'pg/lib/utils.js' {
  const utils: {
    /** Converts a value to the form in which `pg` sends it. */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
