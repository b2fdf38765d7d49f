import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// Playwright compiles each file that the journeys import with Babel, which takes a quarter of a minute in a new clone, on one core and
// before the first journey. Node removes types in place, so that lines and columns stay what they are.
registerHooks({
  load(url, context, nextLoad) {
    if (!/^file:.*(?<!\/node_modules\/.*)\.ts$/.test(url)) return nextLoad(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})
