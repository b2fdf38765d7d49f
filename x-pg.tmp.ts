import { startPostgres } from '@/scripts/provision/postgres'
import { applyMigrations } from '@/lib/db/migrate'
const s = await startPostgres('/tmp/x-pgdata', true)
await applyMigrations(s.url)
console.log('URL ' + s.url)
setInterval(() => {}, 1000)
