import { describe, expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'

const runId = '0198c000-0000-7000-8000-000000000001'
const taken = { runId, accepted: 1, duplicates: 0, confidence: 0.8125, coverage: 0.28, decision: 'accept_best' }

describe('veritas signal', () => {
  it('sends the given signal, and prints the new state of the run', async () => {
    const { run, out, asked } = deskTerminal(() => Response.json(taken))
    const told = ['--downstream', 'yes', '--id', 'thumb-1', '--source', 'thumbs up']
    expect(await run('signal', 'ticket/4711', ...told)).toBe(0)
    expect(asked[0]).toMatchObject({
      pathname: '/api/v1/runs/ticket%2F4711/signals',
      body: { signals: [{ evaluator: 'downstream', value: true, id: 'thumb-1', source: 'thumbs up' }] },
    })
    expect(out).toEqual(['1 accepted: confidence 0.81, coverage 0.28, best attempt kept'])
  })

  it('reports that a signal is kept until the run arrives', async () => {
    const answer = { ...taken, runId: null, confidence: null, decision: null, duplicates: 1 }
    const { run, out, asked } = deskTerminal(() => Response.json(answer))
    expect(await run('signal', 'later', '--self', '0.5', '--peer', '0.25')).toBe(0)
    expect(asked[0]?.body).toEqual({
      signals: [
        { evaluator: 'self', value: 0.5 },
        { evaluator: 'peer', value: 0.25 },
      ],
    })
    expect(out).toEqual(['1 kept until later arrives, 1 already known'])
  })

  it.each([
    ['no signal', []],
    ['an invalid score', ['--peer', '7']],
    ['an invalid word', ['--downstream', 'perhaps']],
    ['one id for two signals', ['--peer', '1', '--self', '1', '--id', 'x']],
    ['a human verdict', ['--human', 'yes']],
  ])('refuses %s', async (_, args) => {
    const { run, asked } = deskTerminal(() => Response.json(taken))
    expect(await run('signal', 'a', ...args)).toBe(2)
    expect(asked).toEqual([])
  })
})
