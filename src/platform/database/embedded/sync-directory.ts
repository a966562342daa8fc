import { open } from 'node:fs/promises'

/** Makes a new name in a directory survive a power cut. Not all systems can. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
