// Lets Node import the tests: the project's TypeScript, with JSX, and outside of Next, where nobody can be signed in.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import '../provision/typescript.mjs'

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@/lib/auth') return nextResolve('@/lib/operations/testing/no-session', context)
    // Next names its files without their ending.
    return nextResolve(/^next\/[a-z]+$/.test(specifier) ? `${specifier}.js` : specifier, context)
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const sourcefile = fileURLToPath(url)
    const { code } = transformSync(readFileSync(sourcefile, 'utf8'), { loader: 'tsx', jsx: 'automatic', sourcefile })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
