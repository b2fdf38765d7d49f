// Lets Prisma's command line generate without the packages of its other commands (a local server, Studio), which `overrides` in package.json
// keep from being installed: it loads them at its start.
import { registerHooks } from 'node:module'

const OTHERS = /^(?:@prisma\/dev|@prisma\/studio-core|mysql2|postgres)(?:\/|$)/

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    OTHERS.test(specifier)
      ? { url: 'node:module', format: 'builtin', shortCircuit: true }
      : nextResolve(specifier, context),
})
