// Runs after every install, also where this project is a dependency of another: makes what `veritas/client` exports.
import { buildClient } from './provision/build-client.mjs'
import { projectRoot } from './provision/hand-over.mjs'

process.chdir(projectRoot)
await buildClient()
