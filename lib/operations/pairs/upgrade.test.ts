import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { onDatabase } from '@/lib/db/on-database'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { applyScripts } from '../testing/apply-scripts'

const UNDO = '20261129102524_pair_undo'

it('answers given before they could be taken back stay final, and those of whoever left pairs stay left', async () => {
  const names = await listMigrationNames()
  const own = getDatabaseUrl()
  const old = new URL(own)
  old.pathname += '_before_undo'
  const [projectId, pairId, otherId, ada, bo] = Array.from({ length: 5 }, () => uuid())
  await onDatabase(own, (client) => client.query(`CREATE DATABASE ${old.pathname.slice(1)} TEMPLATE template0`))
  await applyScripts(
    old.href,
    names.filter((name) => name < UNDO),
  )
  await onDatabase(old.href, async (client) => {
    for (const [id, leavers] of [
      [pairId, [bo]],
      [otherId, []],
    ])
      await client.query(
        `INSERT INTO run_pair (project_id, id, chain_id, a_version_id, b_version_id, a_run_id, b_run_id, asked_by, asked_at, left_by)
         VALUES ($1, $2, $1, $1, $1, $2, $2, 'Rita', now(), $3)`,
        [projectId, id, leavers],
      )
    await client.query(
      `INSERT INTO pair_verdict (project_id, pair_id, user_id, id, chain_id, a_version_id, b_version_id, a_run_id, b_run_id, shown_first,
         choice, by, at) VALUES ($1, $2, $3, $2, $1, $1, $1, $2, $2, 'a', 'b', 'Ada', now())`,
      [projectId, pairId, ada],
    )
    await applyScripts(
      old.href,
      names.filter((name) => name >= UNDO),
    )
    const { rows } = await client.query('SELECT id, shown_to FROM run_pair ORDER BY id')
    expect(rows).toEqual([
      { id: pairId, shown_to: [bo, ada] },
      { id: otherId, shown_to: [] },
    ])
    const { rows: verdicts } = await client.query('SELECT user_id, choice, retracts FROM pair_verdict')
    expect(verdicts).toEqual([{ user_id: ada, choice: 'b', retracts: null }])
  })
  await onDatabase(own, (client) => client.query(`DROP DATABASE ${old.pathname.slice(1)} WITH (FORCE)`))
})
