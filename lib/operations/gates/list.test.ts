import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { timeOutGate } from './deadline'
import { listGates } from './list'
import { openGate } from './open'

const TITLES = ['Refund of 100% for Zoë', 'Zoe asked twice', 'Refund without an order', 'Is it good?']

async function makeGates() {
  const test = await makeProject()
  const ids = await ingest(
    test.key,
    TITLES.map((id) => runBody({ id })),
  )
  const opened = new Map<string, string>()
  for (const [place, title] of TITLES.entries()) {
    const { gate } = await openGate.run(test.key, {
      runId: ids.get(title) ?? '',
      title,
      question: 'A refund?',
      deadlineHours: place + 1,
    })
    opened.set(title, gate.id)
  }
  return { ...test, opened }
}

describe('the text of a list of gates', () => {
  it.each([
    ['refund', ['Refund of 100% for Zoë', 'Refund without an order']],
    ['ZOE refund', ['Refund of 100% for Zoë']],
    ['ZÖE äsked', ['Zoe asked twice']],
    ['100%', ['Refund of 100% for Zoë']],
    ['nothing', []],
    ['', TITLES],
  ])(
    '%j finds the gates that have its words in their title, whatever their case and accents, pending and closed',
    async (text, titles) => {
      const { key, opened, project } = await makeGates()
      const id = opened.get('Refund without an order') ?? ''
      const deadlineAt = new Date(Date.now() - 1000)
      await getDb().gate.update({ where: { projectId_id: { projectId: project.id, id } }, data: { deadlineAt } })
      await timeOutGate(getDb(), { projectId: project.id, id }, new Date())
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { gates, next, counts } = await listGates.run(key, { text, limit: 1, ...(cursor && { cursor }) })
        found.push(...gates.map(({ title }) => title))
        const closed = titles.includes('Refund without an order') ? 1 : 0
        expect(counts).toMatchObject({ pending: titles.length - closed, timed_out: closed })
        cursor = next ?? undefined
      } while (cursor)
      expect(found.toSorted()).toEqual([...titles].sort())
    },
  )
})
