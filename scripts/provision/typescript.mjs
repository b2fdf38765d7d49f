// Lets Node run this project's TypeScript, whose types it removes by itself: `node --import ./scripts/provision/typescript.mjs <file>`.
// Resolves the alias `@/` and imports without an extension, which the bundler resolves in the app.
import { statSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const ENDINGS = ['', '.ts', '.tsx', '/index.ts']

// Does nothing in a read-only folder.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)))

registerHooks({
  resolve(specifier, context, nextResolve) {
    const base = toBase(specifier, context.parentURL)
    const file = base && ENDINGS.map((ending) => `${base}${ending}`).find(isFile)
    if (!file) return nextResolve(specifier, context)
    return { ...nextResolve(file, context), ...(file.endsWith('.json') && { importAttributes: { type: 'json' } }) }
  },
})

/** @returns {string | null} the URL of an import of this project, which may lack an ending; null for packages and what they import */
function toBase(/** @type {string} */ specifier, /** @type {string | undefined} */ parent) {
  if (!parent?.startsWith(root.href) || parent.startsWith(`${root.href}node_modules/`)) return null
  if (specifier.startsWith('@/')) return new URL(specifier.slice(2), root).href
  return /^\.\.?(\/|$)/.test(specifier) ? new URL(specifier, parent).href : null
}

const isFile = (/** @type {string} */ url) => statSync(new URL(url), { throwIfNoEntry: false })?.isFile() ?? false
