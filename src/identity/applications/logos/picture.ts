/** The limits of a logo: bytes of its file, pixels of its width and of its height. */
export const logoLimits = { bytes: 64 * 1024, fewestPixels: 32, mostPixels: 1024 } as const

/** A picture as it is stored and served: without metadata. */
export interface Picture {
  readonly type: 'image/png' | 'image/webp'
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly content: Buffer
}

/** A logo, ready to be stored. */
export interface Logo extends Picture {
  /** The last part of its URL. It contains the hash of the content. */
  readonly name: string
}
