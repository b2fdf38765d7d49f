import { findDisagreements } from '@/lib/operations/testing/rollups-agree'
import { getDb } from '@/lib/db/client'
for (const p of await getDb().project.findMany()) { const d = await findDisagreements(p.id); if (d.length || await getDb().run.count({ where: { projectId: p.id } })) console.log(p.slug, d.length, d.slice(0, 3)) }
process.exit(0)
