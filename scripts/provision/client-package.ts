import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import packageJson from '@/package.json'

const README = 'lib/client/README.md'
/** The oldest release whose `util.styleText` checks the stream it writes to. */
const NODE = '>=20.18.0'

/**
 * Packs the command line and the client into one file for npm, without dependencies, for Node 20.
 * @param file the target, replaced atomically
 * @param folder for the content of the package, which stays there; emptied first
 * @throws Error if it does not compile
 */
export async function packClient(file: string, folder = 'dist/client'): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundle(folder)
  await declareTypes(folder)
  writeFileSync(path.join(folder, 'README.md'), readFileSync(README, 'utf8'))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const [packed] = JSON.parse(await npmPack(folder)) as { filename: string }[]
  const made = path.join(folder, packed?.filename ?? '')
  mkdirSync(path.dirname(file), { recursive: true })
  copyFileSync(made, `${file}.${process.pid}`)
  renameSync(`${file}.${process.pid}`, file)
  rmSync(made)
}

const run = promisify(execFile)

const TYPES = './types/client/index'

const manifest = {
  name: packageJson.clientPackage,
  version: packageJson.version,
  description: 'The command line of a Veritas desk, and the loop that runs a chain until its result is accepted.',
  license: packageJson.license,
  type: 'module',
  engines: { node: NODE },
  bin: { veritas: './cli.js' },
  // For TypeScript's `moduleResolution: node10`, which does not read `exports`.
  main: './index.cjs',
  types: `${TYPES}.d.cts`,
  exports: {
    '.': {
      import: { types: `${TYPES}.d.ts`, default: './index.js' },
      require: { types: `${TYPES}.d.cts`, default: './index.cjs' },
    },
  },
}

const shared: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  // An uncaught error prints the line that threw it.
  lineLimit: 160,
  inject: ['scripts/provision/node-20.js'],
  logLevel: 'silent',
}

/**
 * The client is CommonJS, so that `require` works on every Node 20, and `import` reads the same implementation: an error is an `ApiError`
 * however it was loaded. Client and command line share one zod.
 */
async function bundle(outdir: string): Promise<void> {
  const cjs: BuildOptions = { ...shared, outdir, format: 'cjs', outExtension: { '.js': '.cjs' } }
  await build({ ...cjs, entryPoints: { zod: 'zod' }, plugins: [lean] })
  await build({ ...cjs, entryPoints: { index: 'lib/client/index.ts' }, keepNames: true, plugins: [sharedZod] })
  await build({
    ...shared,
    outdir,
    entryPoints: { cli: 'lib/cli/package-main.ts' },
    splitting: true,
    format: 'esm',
    chunkNames: 'part-[hash]',
    // Bundled CommonJS modules need `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [sharedZod, lean],
  })
  writeFileSync(path.join(outdir, 'index.js'), "export * from './index.cjs'\n")
}

/** Leaves zod to the file beside the bundle. */
const sharedZod: Plugin = {
  name: 'shared-zod',
  setup: (builder) =>
    builder.onResolve({ filter: /^zod(\/v4)?$/ }, () => ({ path: './zod.cjs', external: true, sideEffects: false })),
}

const SMALL_VALIDATOR = `
  export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
  export { default as process } from 'node:process'`

/**
 * Leaves out zod's translations, all of this project's manifest but the version, and the MCP server's schema compiler, replaced by a small
 * reader: our own parsing names invalid fields.
 */
const lean: Plugin = {
  name: 'lean',
  setup(builder) {
    builder.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({ contents: 'export {}' }))
    builder.onLoad({ filter: /[/\\]server[/\\]dist[/\\]shimsNode\.mjs$/ }, ({ path: asked }) => ({
      contents: SMALL_VALIDATOR,
      resolveDir: path.dirname(asked),
    }))
    builder.onLoad({ filter: /[/\\]package\.json$/ }, ({ path: asked }) =>
      path.resolve('package.json') === asked
        ? { contents: JSON.stringify({ version: packageJson.version }), loader: 'json' }
        : null,
    )
  },
}

const ENTRY = 'client/index.d.ts'

/**
 * Writes the types of the entry, for `require` and, by reference, for `import`. None of them needs a library. The sources are not checked:
 * `npm test types` does that, and it takes three quarters of the time.
 */
async function declareTypes(folder: string): Promise<void> {
  const drafts = path.join(folder, 'drafts')
  const how = '--declaration --emitDeclarationOnly --noCheck --checkers 1 --strict --target esnext --module esnext'
  const where = `--moduleResolution bundler --types node --rootDir lib --ignoreConfig`
  const args = [
    'node_modules/typescript/bin/tsc',
    'lib/client/index.ts',
    ...`${how} ${where}`.split(' '),
    '--outDir',
    drafts,
  ]
  await run(process.execPath, args).catch((error: { stdout?: string; message: string }) => {
    throw new Error(`The types of the client could not be made:\n${error.stdout || error.message}`)
  })
  const waiting = [ENTRY]
  const kept = new Set(waiting)
  for (const file of waiting) {
    const text = readFileSync(path.join(drafts, file), 'utf8')
    const target = path.join(folder, 'types', file)
    mkdirSync(path.dirname(target), { recursive: true })
    // Node's resolution of types needs the extension that a bundler adds.
    writeFileSync(
      target.replace(/ts$/, 'cts'),
      text.replace(IMPORT, (_, before, quote, from) => `${before}${quote}${from}.cjs${quote}`),
    )
    for (const [, , , from = ''] of text.matchAll(IMPORT)) {
      const next = path.join(path.dirname(file), `${from}.d.ts`)
      if (kept.has(next)) continue
      kept.add(next)
      waiting.push(next)
    }
  }
  writeFileSync(path.join(folder, 'types', ENTRY), "export * from './index.cjs'\n")
  rmSync(drafts, { recursive: true })
}

const IMPORT = /(from\s+|import\()(['"])(\.{1,2}\/[^'"]+)\2/g

async function npmPack(folder: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error']
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js')
    ? [process.execPath, [cli]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const { stdout } = await run(command, [...first, ...args], { cwd: folder }).catch((error: Error) => {
    throw new Error(`npm could not pack the client: ${error.message}`)
  })
  return stdout
}
