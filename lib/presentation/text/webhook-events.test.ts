import { describe, expect, it } from 'vitest'
import { gateData, outcomeData } from '@/lib/engine/webhooks/event-data'
import { slackMessage } from './webhook-events'

const gate = {
  id: 'g1',
  kind: 'regression',
  state: 'rejected',
  title: 'Is answers 1.0.1 worse than 1.0.0?',
  question: 'Keep it?',
  chain: 'answers',
  version: '1.0.1',
  priorVersion: '1.0.0',
  runId: null,
  openedBy: 'Regression check',
  openedAt: '2026-03-01T12:00:00.000Z',
  deadlineAt: '2026-03-02T12:00:00.000Z',
  decidedAt: '2026-03-01T13:00:00.000Z',
  decidedBy: 'Rita',
  reason: 'Empty answers.',
}
const by = { name: 'Rita', reason: 'Empty answers.' }

describe('a message for Slack', () => {
  it('states what happened and the rollback target, and links to the page', () => {
    const data = outcomeData(gate, 'rejected', { versionState: 'rolled_back', servedVersion: '1.0.0' }, by)
    const { text, blocks } = slackMessage('gate.rejected', { project: 'shop', url: 'https://desk.test/g1', ...data })
    expect(text).toBe(
      'Gate rejected in shop: Is answers 1.0.1 worse than 1.0.0? Rejected by Rita. Empty answers. Go back to 1.0.0.',
    )
    expect(blocks[0]?.text.text).toContain('<https://desk.test/g1|Open in Veritas>')
  })

  it('does not let names mention a channel or add a link', () => {
    const { text, blocks } = slackMessage('dlq.added', { summary: '<!channel> & <https://evil.test|click>' })
    const said = text + JSON.stringify(blocks)
    expect(said).not.toContain('<!channel>')
    expect(said).not.toContain('<https://evil.test')
    expect(said).toContain('&lt;!channel&gt; &amp;')
  })

  it('does not let names call everybody, or lead elsewhere, where another chat reads it as Markdown', () => {
    const { text, blocks } = slackMessage('dlq.added', {
      summary: '@channel, @Everyone: [open](https://evil.test), a@here.test',
    })
    for (const said of [text, blocks[0]?.text.text ?? '']) {
      expect(said).not.toMatch(/@(?:channel|everyone|here|all)\b/i)
      expect(said).not.toContain('](')
      expect(said.replaceAll('\u200b', '')).toContain('@channel, @Everyone: [open](https://evil.test), a@here.test')
    }
    expect(blocks[0]?.text.verbatim).toBe(true)
  })

  it('ends what a name turns around', () => {
    const { text } = slackMessage('gate.rejected', { summary: '\u202eeman rejected', rollbackTarget: null })
    expect(text).toBe('Gate rejected: \u202eeman rejected\u202c Nothing serves.')
  })

  it('is cut between letters, not within what stands for one', () => {
    for (const letter of ['&', '<', '"', '\u{1f600}']) {
      const { blocks } = slackMessage('dlq.added', { summary: `x${letter.repeat(2500)}` })
      const said = blocks[0]?.text.text ?? ''
      expect(said.isWellFormed()).toBe(true)
      expect(said.length).toBeLessThan(3000)
      expect(said.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toContain('&')
    }
  })

  it('shows an unknown type by its name', () => {
    expect(slackMessage('some.day', {}).text).toBe('some.day')
  })
})

describe('the summary of a gate', () => {
  it.each([
    ['Is answers 1.0.1 worse than 1.0.0?', 'Is answers 1.0.1 worse than 1.0.0? Keep it?'],
    ['Review run 7', 'Review run 7. Keep it?'],
  ])('opened as "%s" has one mark at the end of each sentence', (title, summary) => {
    expect(gateData({ ...gate, title })).toMatchObject({ summary })
  })

  it.each([
    [gate.title, 'Empty answers', 'Is answers 1.0.1 worse than 1.0.0? Rejected by Rita. Empty answers.'],
    ['Review run 7', null, 'Review run 7: rejected by Rita.'],
  ])('decided, "%s", ends each sentence once', (title, reason, summary) => {
    expect(outcomeData({ ...gate, title }, 'rejected', null, { ...by, reason })).toMatchObject({ summary })
  })
})

describe('the outcome of a gate', () => {
  it('names the rollback target of a rejected or halted version, or null if nothing serves', () => {
    const after = { versionState: 'halted', servedVersion: null }
    expect(outcomeData(gate, 'timed_out', after, { name: null, reason: null })).toMatchObject({ rollbackTarget: null })
    expect(outcomeData(gate, 'approved', { versionState: 'live', servedVersion: '1.0.1' }, by)).not.toHaveProperty(
      'rollbackTarget',
    )
    expect(outcomeData({ ...gate, runId: 'r1' }, 'rejected', null, by)).not.toHaveProperty('rollbackTarget')
  })
})
