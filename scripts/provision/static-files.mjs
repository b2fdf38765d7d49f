import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { staticHeaders } from '../../lib/http/static-headers.mjs'

/** The encodings of scripts and style sheets, best first. */
const encodings = [
  {
    name: 'br',
    suffix: '.br',
    /** @param {Buffer} bytes */
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } }),
  },
  {
    name: 'gzip',
    suffix: '.gz',
    /** @param {Buffer} bytes */
    pack: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
]

const types = /** @type {const} */ ({
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
})
const CHUNK = /^\/_next\/static\/chunks\/([\w~-][\w.~-]*(\.js|\.css))$/

/** @param {string} distFolder */
const chunksOf = (distFolder) => path.join(distFolder, 'static', 'chunks')

/**
 * Whether all scripts and style sheets of a build are compressed.
 * @param {string} distFolder
 */
export function isPacked(distFolder) {
  const folder = chunksOf(distFolder)
  const names = readdirSync(folder).filter((name) => path.extname(name) in types)
  return names.every((name) => encodings.every(({ suffix }) => existsSync(path.join(folder, name + suffix))))
}

/**
 * Compresses the scripts and style sheets of a build once, and more tightly than is possible while a page waits for them. Takes some seconds
 * of one processor, almost all of it for Brotli, so a start does not wait for it.
 * @param {string} distFolder
 * @param {AbortSignal} [stop]
 * @param {string[]} [wanted] the encodings, all by default
 */
export async function packStaticFiles(distFolder, stop, wanted = encodings.map(({ name }) => name)) {
  const folder = chunksOf(distFolder)
  for (const name of await readdir(folder)) {
    if (!(path.extname(name) in types)) continue
    const file = path.join(folder, name)
    const missing = encodings.filter(({ name, suffix }) => wanted.includes(name) && !existsSync(file + suffix))
    if (missing.length === 0) continue
    const bytes = await readFile(file)
    for (const { suffix, pack } of missing) {
      if (stop?.aborted) return
      const part = `${file}${suffix}.${process.pid}.part`
      await writeFile(part, await pack(bytes))
      await rename(part, file + suffix)
    }
  }
}

/**
 * Returns a function that answers requests for compressed scripts and style sheets, and returns whether it did. The others are Next's, which
 * compresses them for each request.
 * @param {string} distFolder
 */
export function openStaticFiles(distFolder) {
  /** @type {Map<string, Promise<Buffer | null>>} */
  const read = new Map()
  /** @param {string} file */
  const load = async (file) => {
    const known = read.get(file)
    if (known) return known
    const bytes = readFile(file).catch(() => null)
    read.set(file, bytes)
    // It may be compressed later.
    if ((await bytes) === null) read.delete(file)
    return bytes
  }
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {string} file
   */
  const findAccepted = async (request, file) => {
    for (const { name, suffix } of encodings) {
      const bytes = accepts(request, name) && (await load(file + suffix))
      if (bytes) return { encoding: name, bytes }
    }
    return null
  }
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  return async (request, response) => {
    const [, name, extension] = CHUNK.exec(request.url ?? '') ?? []
    if (name === undefined || request.method !== 'GET' || request.headers.range !== undefined) return false
    const found = await findAccepted(request, path.join(chunksOf(distFolder), name))
    if (!found) return false
    const { encoding, bytes } = found
    for (const { key, value } of staticHeaders) response.setHeader(key, value)
    response
      .writeHead(200, {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': encoding,
        'content-length': bytes.byteLength,
        'content-type': types[/** @type {keyof typeof types} */ (extension)],
        vary: 'Accept-Encoding',
      })
      .end(bytes)
    return true
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} encoding
 */
function accepts(request, encoding) {
  return String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.split(';')[0]?.trim() === encoding && !/;\s*q=0(?:\.0*)?\s*$/.test(part))
}
