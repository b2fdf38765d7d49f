const BLOCK = 512

/** Encodes a file of a tar archive (POSIX ustar): its header and its bytes, padded to a whole block. */
export function tarEntry(name: string, content: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, length, 'ascii')
  header.write(name, 0, 100, 'utf8')
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  header.write('        0', 148, 9, 'ascii')
  header.write('ustar\x0000', 257, 8, 'latin1')
  // The checksum is computed with spaces in its own field.
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8, 'ascii')
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)
