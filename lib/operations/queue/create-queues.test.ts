import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { onDatabase } from '@/lib/db/on-database'
import { getDatabaseUrl } from '@/lib/env'
import { createQueues, enqueue } from './enqueue'

const change = (statement: string) => onDatabase(getDatabaseUrl(), (client) => client.query(statement))

async function listQueues(): Promise<string[]> {
  const { rows } = await change('SELECT name FROM pgboss.queue ORDER BY name')
  return rows.map(({ name }) => name)
}

it('processes that start together on a database without queues create all of them, and take jobs', async () => {
  const all = await listQueues()
  expect(all).toContain('gate-deadline')
  await change('DROP SCHEMA pgboss CASCADE')
  await Promise.all([1, 2, 3].map(() => createQueues(getDatabaseUrl())))
  expect(await listQueues()).toEqual(all)
  await enqueue(getDb(), [{ name: 'trial-run', data: {} }])
  const { rows } = await change('SELECT name FROM pgboss.job')
  expect(rows).toEqual([{ name: 'trial-run' }])
})

it('one that is missing beside others is created', async () => {
  const all = await listQueues()
  await change(`SELECT pgboss.delete_queue('prune')`)
  expect(await listQueues()).not.toEqual(all)
  await createQueues(getDatabaseUrl())
  expect(await listQueues()).toEqual(all)
})
