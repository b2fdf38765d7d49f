import { describe, expect, it } from 'vitest'
import { detectFormat, recordsOf } from './detect-format'

describe('detectFormat', () => {
  it.each([
    ['log.eval', '', 'inspect'],
    ['log.bin', 'PK\u0003\u0004...', 'inspect'],
    ['log.json', '{"version":2,"status":"success","eval":{}}', 'inspect'],
    ['a.jsonl', '{"run_id":"x","task_id":7,"trial":2,"reward":1.0}', 'tau-bench'],
    ['a.jsonl', '{"run_id":"x","question":"y","history":[{"step":0', 'who-when'],
    ['a.jsonl', '{"id":"x","chain":"y"}', 'jsonl'],
    [
      'a.json',
      '{"data":[{"id":"t","timestamp":"x","name":"n","sessionId":null,"release":null,"observations":["o1"]',
      'langfuse',
    ],
    ['a.json', '{"trace":{"id":"t","name":"n"},"observations":[]}', 'langfuse'],
    ['a.jsonl', '{"foo":1}', null],
    ['a.jsonl', '', 'jsonl'],
    ['a.json', ' [ ]\n', 'jsonl'],
  ])('%s beginning with %s is %s', (name, head, expected) => {
    expect(detectFormat(name, head)).toBe(expected)
  })
})

describe('recordsOf', () => {
  const conversation = { messages: [{ role: 'user', content: 'Hi' }] }
  const mixed = { values: [{ id: 'a' }, 2] }

  it.each([
    ['a list', [{ id: 'a' }, { id: 'b' }], [{ id: 'a' }, { id: 'b' }]],
    ['a list beside other fields', { runs: [{ id: 'a' }], next: null }, [{ id: 'a' }]],
    ['a list under whatever single name', { answers: [{ id: 'a' }] }, [{ id: 'a' }]],
    ['a record', { id: 'a', chain: 'b' }, [{ id: 'a', chain: 'b' }]],
    ['a conversation, which is one record', conversation, [conversation]],
    ['a record whose only list holds more than records', mixed, [mixed]],
    ['no record', null, [null]],
  ])('takes %s', (_, document, records) => {
    expect(recordsOf(document)).toEqual(records)
  })
})
