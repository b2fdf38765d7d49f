import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { variableNames } from '@/lib/env'
import { registry, streams } from '@/lib/operations/registry'
import packageJson from '@/package.json'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
const existing = new Set(files.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))))
const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => [file, readFileSync(file, 'utf8')] as const)

/** Asserts that nothing found in a document by `find` is wrong, and that something is found at all. */
function expectRight(find: (text: string, file: string) => [found: string, isRight: boolean][]) {
  const found = documents.flatMap(([file, text]) =>
    find(text, file).map(([what, isRight]) => ({ file, what, isRight })),
  )
  expect(found.filter(({ isRight }) => !isRight).map(({ file, what }) => `${file}: ${what}`)).toEqual([])
  expect(found).not.toEqual([])
}

it('links lead to files and headings that exist', () => {
  expectRight((text, file) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([link, to = '', heading]) => {
      const target = to === '' ? file : path.join(path.dirname(file), to)
      const isThere = existing.has(target.replace(/\/$/, ''))
      return [link, isThere && (heading === undefined || headingsOf(target).includes(heading))]
    }),
  )
})

function headingsOf(file: string): string[] {
  const titles = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'))
}

// Documents name a file from the root, or from the folder that the paragraph is about.
const ROOTS = ['', 'lib/', 'lib/engine/', 'lib/operations/', 'lib/presentation/']
const ENDINGS = ['', '.ts', '.tsx', '.mjs']
const isFile = (name: string) => ROOTS.some((root) => ENDINGS.some((ending) => existing.has(`${root}${name}${ending}`)))

it('paths of the code exist', () => {
  const folders = '(?:app|bin|components|deploy|docs|e2e|examples|lib|prisma|public|scripts)'
  const named = new RegExp(`\`(${folders}/[\\w@.[\\]/-]+?)/?\``, 'g')
  expectRight((text) => [...text.matchAll(named)].map(([, name = '']) => [name, isFile(name)]))
})

it('files named alone exist', () => {
  const alone = new Set(files.map((file) => path.basename(file)))
  expectRight((text) =>
    [...text.matchAll(/`([\w.-]+\.(?:tsx?|mjs|css))`/g)].map(([, name = '']) => [name, alone.has(name)]),
  )
})

it('names of functions and constants in documents about the code exist', () => {
  const sources = files.filter((file) => /\.tsx?$|\.prisma$/.test(file)).map((file) => readFileSync(file, 'utf8'))
  const names = new Set(sources.flatMap((source) => source.match(/[A-Za-z_]\w*/g) ?? []))
  expectRight((text, file) =>
    /^(?:ARCHITECTURE|CONTRIBUTING|docs\/design|docs\/look|docs\/decisions\/.*)\.md$/.test(file)
      ? [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => [name, names.has(name)])
      : [],
  )
})

it('the walks of ARCHITECTURE.md name files that exist', () => {
  const [, walks = ''] = /\n## Walks\n([\s\S]*?)\n## /.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  const named = [...walks.matchAll(/`([a-z-]+(?:\/[\w.[\]-]+)+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !isFile(name))).toEqual([])
  expect(named.length).toBeGreaterThan(80)
})

const ADDRESS = /(?:\b(GET|POST|PATCH|PUT|DELETE) )?(\/api\/v1(?:\/(?:[\w.-]*\w|\{\w+\}|<\w+>))+)/g

it('addresses of the API exist', () => {
  const targets = [...registry, ...streams].map(({ contract }) => [contract.method, ...contract.path.split('/')])
  const isTarget = (asked: string[]) =>
    targets.some((target) => target.length === asked.length && target.every((part, i) => isSame(part, asked[i])))
  expectRight((text) =>
    [...text.matchAll(ADDRESS)].map(([words, method = '<any>', address = '']) => [
      words,
      existing.has(`app${address}/route.ts`) || isTarget([method, ...address.split('/')]),
    ]),
  )
})

/** Whether two parts of an address are equal, or one of them stands for any. */
function isSame(one: string, other = ''): boolean {
  return one === other || [one, other].some((part) => /^[{<]/.test(part))
}

it('npm scripts exist', () => {
  expectRight((text) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([words, name = '']) => [words, name in packageJson.scripts]),
  )
})

it('the table of environment variables in README.md is the one of the code', () => {
  const [, table = ''] = /\n## Configuration\n([\s\S]*?)\n## /.exec(readFileSync('README.md', 'utf8')) ?? []
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(variableNames.toSorted())
})
