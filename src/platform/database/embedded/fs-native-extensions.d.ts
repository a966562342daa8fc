declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on the open file, or tells by `false` that another holds it. */
  export function tryLock(fd: number): boolean
}
