import { mkdirSync } from 'node:fs'
import { startPostgres } from './scripts/provision/postgres'
mkdirSync('/tmp/desk-e-pg', { recursive: true, mode: 0o755 })
const server = await startPostgres('/tmp/desk-e-pg/db', false)
process.stdout.write(`${server.url}\n`)
setInterval(() => undefined, 1e6)
