declare module 'fs-native-extensions' {
  /** Locks the open file exclusively. @returns `false` if another process holds the lock */
  export function tryLock(fd: number): boolean
}
