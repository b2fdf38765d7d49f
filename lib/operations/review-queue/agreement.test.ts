import { expect, it } from 'vitest'
import { PEOPLE_PAIRS_MOST } from '@/lib/contracts/limits'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getAgreement } from './agreement'

it('lists the pairs of people who judged most runs together, and counts the others', async () => {
  const { key, project, as } = await makeProject()
  const ids = await ingest(key, [runBody({ id: 'all' }), runBody({ id: 'two' })])
  const db = getDb()
  // 22 people judge one run, which makes 231 pairs; two of them judge another one.
  await db.$executeRaw`
    WITH people AS (
      INSERT INTO "user" (id, name) SELECT gen_random_uuid(), 'Person ' || n FROM generate_series(1, 22) n RETURNING id, name),
    verdicts AS (
      INSERT INTO decision (project_id, id, kind, run_id, user_id, verdict, value, before, after, is_blind)
      SELECT ${project.id}::uuid, gen_random_uuid(), 'review', runs.id, people.id, 'approve', 1, '{}', '{}', true
      FROM people JOIN unnest(${[...ids.values()]}::uuid[], ${[...ids.keys()]}::text[]) AS runs(id, name)
        ON runs.name = 'all' OR people.name IN ('Person 20', 'Person 21')
      RETURNING id, run_id)
    INSERT INTO signal (project_id, run_id, id, evaluator, value, origin, decision_id)
    SELECT ${project.id}::uuid, run_id, gen_random_uuid(), 'human', 1, 'review', id FROM verdicts`
  const { reviewers, pairs, pairCount } = await getAgreement.run(await as('admin'), {})
  expect(pairCount).toBe(231)
  expect(pairs).toHaveLength(PEOPLE_PAIRS_MOST)
  expect(pairs.map(({ same }) => same.of).slice(0, 3)).toEqual([2, 1, 1])
  expect([pairs[0]?.a.name, pairs[0]?.b.name].toSorted()).toEqual(['Person 20', 'Person 21'])
  // Also of the pairs that are not listed.
  expect(reviewers.map(({ same }) => same.of).toSorted((a, b) => a - b)).toEqual([...Array(20).fill(21), 22, 22])
})
