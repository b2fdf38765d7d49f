import { describe, expect, it } from 'vitest'
import type { FailureGroupEvent } from '@/lib/contracts/failure-groups'
import type { FailureClass } from '@/lib/contracts/primitives'
import {
  failureEventWords,
  failureKind,
  failureName,
  failureStatusNote,
  failuresHeadline,
  failureWords,
  runFailureKind,
  shownTemplate,
  stepLabel,
} from './failures'

const counts = { new: 0, escalating: 0, regressed: 0, ongoing: 0, archived: 0, resolved: 0 }

describe('failuresHeadline', () => {
  it.each([
    [{ archived: 3 }, 'No open failures.'],
    [{ ongoing: 1 }, '1 kind of failure is open, none of them new.'],
    [{ ongoing: 7, escalating: 1, new: 2 }, '10 kinds of failure are open: 1 escalating, 2 new within a week.'],
  ])('%j: %s', (given, expected) => {
    expect(failuresHeadline({ ...counts, ...given })).toBe(expected)
  })
})

describe('failureName', () => {
  it.each<[FailureClass, string, string | null, string]>([
    ['timeout', 'TimeoutError: <*> ms', 'ETIMEDOUT', 'Timed out at fetch'],
    ['unknown', 'NameError: name <*> is not defined', null, 'NameError at fetch'],
    ['unknown', 'line <*> IndentationError: unexpected indent', null, 'IndentationError at fetch'],
    ['unknown', 'output_limit: The tool output limit was exceeded', null, 'Output limit exceeded at fetch'],
    ['unknown', 'invalid start byte', 'unicode_decode', 'Text that cannot be decoded at fetch'],
    ['unknown', 'it is full', 'box_full', 'box_full at fetch'],
    ['unknown', 'name <*> is not defined', 'NameError', 'NameError at fetch'],
    ['unknown', 'the box is full', 'EBOXFULL', 'EBOXFULL at fetch'],
    ['unknown', 'KeyError: <*>', 'tool_error', 'KeyError at fetch'],
    ['unknown', 'KeyError: <*>', 'Exception', 'KeyError at fetch'],
    ['unknown', 'the box is full', '418', 'Failure at fetch'],
    ['unknown', 'the box is full', 'Error', 'Failure at fetch'],
    ['unknown', 'Error: payment method not found', null, 'Failure at fetch'],
    ['unknown', 'no error message', null, 'Failure at fetch'],
  ])('%s, %s, %s: %s', (failureClass, template, code, expected) => {
    expect(failureName({ failureClass, template, code, node: 'fetch', otherNodes: 0 })).toBe(expected)
  })

  it.each<[FailureClass, string, string]>([
    ['unknown', 'no error message', 'Failure of the run itself'],
    ['unknown', 'KeyError: <*>', 'KeyError, the run itself'],
    ['timeout', 'no error message', 'Timed out, the run itself'],
  ])('says that it was the run itself: %s, %s: %s', (failureClass, template, expected) => {
    expect(failureName({ failureClass, template, code: null, node: 'run', otherNodes: 0 })).toBe(expected)
  })

  it('says how many other steps it happened at', () => {
    const limited = { failureClass: 'rate_limited', template: '429', code: null, node: 'classify' } as const
    expect(failureName({ ...limited, otherNodes: 1 })).toBe('Rate limited at classify and 1 other step')
    expect(failureName({ ...limited, otherNodes: 4 })).toBe('Rate limited at classify and 4 other steps')
    expect(failureName({ ...limited, node: 'run', otherNodes: 1 })).toBe(
      'Rate limited, the run itself and 1 other step',
    )
  })

  it('says in a sentence that there was no message', () => {
    expect(shownTemplate('no error message')).toBe('It came without an error message.')
    expect(shownTemplate('KeyError: <*>')).toBe('KeyError: …')
  })

  it('is no name within a sentence or a label where there is none', () => {
    const told = { failureClass: 'unknown', template: 'the box is full', code: null } as const
    expect([failureKind(told), failureWords(told)]).toEqual(['Unknown error', 'unknown error'])
  })

  it('says in words what a code of Inspect means', () => {
    const told = { failureClass: 'unknown', template: 'too long', code: 'output_limit' } as const
    const kind = 'Output limit exceeded'
    expect([failureKind(told), failureWords(told)]).toEqual([kind, kind.toLowerCase()])
    expect(runFailureKind({ failureClass: 'unknown', errorName: 'output_limit' })).toBe(kind)
  })

  it('says of one without a message that it had none, unless a code tells more', () => {
    const told = { failureClass: 'unknown', template: 'no error message', code: null } as const
    const kind = 'Failed without an error message'
    expect([failureKind(told), failureWords(told)]).toEqual([kind, kind.toLowerCase()])
    expect(runFailureKind({ failureClass: 'unknown', errorName: 'no error message' })).toBe('No error message')
    expect(failureKind({ ...told, code: 'EBOXFULL' })).toBe('EBOXFULL')
  })
})

describe('the text of an event', () => {
  it.each<[FailureGroupEvent['kind'], unknown, string[], string | null]>([
    ['archived', { until: '2026-02-28T15:00:00Z' }, [], 'until 1 Mar 2026'],
    ['archived', { until: null, untilEscalating: true }, [], 'until it escalates'],
    ['archived', { until: null, untilEscalating: false }, [], null],
    ['resolved', { version: { chain: 'answers', version: '1.2.0' } }, [], 'in answers 1.2.0'],
    ['assigned', { owner: null, name: null }, [], 'to nobody'],
    ['regressed', { chain: 'answers', version: '1.3.0' }, [], 'in answers 1.3.0'],
    ['escalated', { count: 13, bound: 4 }, [], '13 failures in 24 hours, up to 4 would be usual'],
    ['merged', { moves: [] }, ['fetch', 'fetch'], 'with 2 groups, at fetch'],
    ['reopened', {}, [], null],
  ])('%s %j', (kind, detail, nodes, expected) => {
    expect(failureEventWords(kind, detail, nodes, 'Asia/Tokyo')).toBe(expected)
  })
})

it('an archived group shows until when, whatever it was resolved in before', () => {
  const group = {
    archivedUntil: '2026-02-28T15:00:00Z',
    untilEscalating: false,
    resolvedIn: null,
    resolvedInNext: false,
    regressedIn: null,
  }
  expect(failureStatusNote({ status: 'archived', ...group }, 'Asia/Tokyo')).toBe('until 1 Mar 2026')
  expect(failureStatusNote({ status: 'ongoing', ...group }, 'Asia/Tokyo')).toBeNull()
})

it('names a step by its name, and by its place among those of the same name', () => {
  const nodes = [
    { id: 'a', name: 'Coder' },
    { id: 'b', name: null },
    { id: 'c', name: 'Coder' },
  ]
  expect(['a', 'b', 'c', 'gone'].map((id) => stepLabel(nodes, id))).toEqual([
    'Coder (1 of 2)',
    'b',
    'Coder (2 of 2)',
    'gone',
  ])
})
