import { describe, expect, it } from 'vitest'
import { auditActionLabel, auditOrigin, auditSubject } from '../labels/audit'
import { prepareAuditChanges } from './prepare-changes'

describe('the changes of an audit event', () => {
  it.each<[string, unknown, unknown, string[]]>([
    [
      'a new thing',
      null,
      { name: 'agent', scopes: ['read', 'write'] },
      ['name: nothing > agent', 'scopes: nothing > read, write'],
    ],
    ['a removed item', { name: 'agent' }, null, ['name: agent > nothing']],
    ['one of several values', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c: 2 > 3']],
    ['no difference', { a: 1 }, { a: 1 }, []],
    ['no values', null, null, []],
    ['a value that is not an object', 'old', 'new', ['value: old > new']],
    ['lists of objects', null, { list: [{ id: 1 }] }, ['list: nothing > [{"id":1}]']],
    ['an empty list as missing', { list: [] }, { list: ['x'] }, ['list: nothing > x']],
    ['a long number with four decimals', { n: 0.711764705882353 }, { n: 0.3 }, ['n: 0.7118 > 0.3']],
    ['a difference beyond the fourth decimal in full', { n: 0.11111 }, { n: 0.11112 }, ['n: 0.11111 > 0.11112']],
    ['false and zero as values', { on: false, n: 0 }, { on: true, n: 1 }, ['n: 0 > 1', 'on: false > true']],
  ])('of %s', (_, before, after, lines) => {
    expect(prepareAuditChanges(before, after).map(({ path, from, to }) => `${path}: ${from} > ${to}`)).toEqual(lines)
  })
})

describe('the texts of an audit event', () => {
  it('name the action, also without a label for it', () => {
    expect(auditActionLabel('gate.timed_out')).toBe('Gate timed out')
    expect(auditActionLabel('thing.done_twice')).toBe('Thing done twice')
    expect(auditActionLabel('toString')).toBe('ToString')
  })

  it('name the origin as far as it is known', () => {
    expect(auditOrigin({ via: 'browser', address: '192.0.2.7' })).toBe('Browser, 192.0.2.7')
    expect(auditOrigin({ via: 'job', address: null })).toBe('Veritas')
    expect(auditOrigin({ via: null, address: null })).toBeNull()
  })

  it('name the subject, or else its kind', () => {
    expect(auditSubject({ name: 'answers 1.0.1', subject: 'version:1' })).toBe('answers 1.0.1')
    expect(auditSubject({ name: null, subject: 'weekly_action:1:2' })).toBe('weekly action 1:2')
    expect(auditSubject({ name: null, subject: 'invitation:1' })).toBe('someone who has not joined')
    expect(auditSubject({ name: null, subject: 'project:1' })).toBe('this project')
    expect(auditSubject({ name: null, subject: 'view:1', before: { name: 'Mine' }, after: null })).toBe('Mine')
    expect(auditSubject({ name: null, subject: 'user:1', before: { name: 'Ada' }, after: null })).toBe('user 1')
  })
})
