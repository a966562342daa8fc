declare module 'pg/lib/utils.js' {
  const utils: {
    /** Makes of a value what `pg` sends for it. */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
