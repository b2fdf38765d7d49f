import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { print } from '../provision/progress'
import type { Tally } from './tally'

/**
 * Maximum kB of gzipped script that a page may load before it is interactive; the first matching pattern counts. An empty page of Next loads
 * 133 of them.
 */
const budgets: readonly [pattern: RegExp, kilobytes: number][] = [
  [
    /^\/(?:|signin|setup|forgot|reset\/\[token\]|invite\/\[token\]|reference|projects\/new|oauth\/authorize|_not-found)$/,
    164,
  ],
  // The transcript reads the messages of every supported model API.
  [/^\/p\/\[project\]\/runs\/\[runId\]/, 227],
  [/^\/p\/\[project\]\/review$/, 212],
  [/^\/p\/\[project\]/, 211],
]

type RouteStats = { route: string; firstLoadChunkPaths: readonly string[] }

/** Returns a message for each route over its budget, or without one. */
export function findTooHeavy(routes: readonly { route: string; bytes: number }[]): string[] {
  return routes.flatMap(({ route, bytes }) => {
    const budget = budgets.find(([pattern]) => pattern.test(route))?.[1]
    if (budget === undefined) return [`${route} has no budget`]
    return bytes <= budget * 1000 ? [] : [`${route} loads ${(bytes / 1000).toFixed(1)} kB; its budget is ${budget} kB`]
  })
}

/** Measures the script of each page in the build, and prints those over budget. */
export function checkFirstLoad(distFolder: string): Tally {
  const routes = readRoutes(distFolder)
  const tooHeavy = findTooHeavy(routes)
  for (const line of tooHeavy) print(`First load: ${line}.`)
  return { passed: routes.length - tooHeavy.length, failed: tooHeavy.length }
}

function readRoutes(distFolder: string) {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(file)).byteLength
    sizes.set(file, size)
    return size
  }
  const text = readFileSync(path.join(distFolder, 'diagnostics', 'route-bundle-stats.json'), 'utf8')
  const stats: readonly RouteStats[] = JSON.parse(text)
  if (stats.length === 0) throw new Error('The build names no routes.')
  return stats.map(({ route, firstLoadChunkPaths }) => ({
    route,
    bytes: firstLoadChunkPaths.reduce((sum, file) => sum + sizeOf(file), 0),
  }))
}
