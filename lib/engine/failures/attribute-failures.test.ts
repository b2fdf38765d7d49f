import { describe, expect, it } from 'vitest'
import { attributeFailures, handledFailures } from '@/lib/engine/failures/attribute-failures'

/** `id:status:dependency,dependency`, f for failed, s for skipped, c for completed. */
function rolesOf(...nodes: string[]) {
  const words = { f: 'failed', s: 'skipped', c: 'completed' }
  const roles = attributeFailures(
    nodes.map((node) => {
      const [id = '', status = '', dependencies = ''] = node.split(':')
      return { id, status: words[status as 'f'], dependencies: dependencies.split(',').filter(Boolean) }
    }),
  )
  return [...roles].map(([id, role]) => `${id} ${role}`).sort()
}

describe('attributeFailures', () => {
  it.each([
    [['a:c', 'b:c:a'], []],
    [['a:f'], ['a root']],
    [
      ['a:f', 'b:f:a', 'c:s:b'],
      ['a root', 'b cascade', 'c cascade'],
    ],
    [
      ['c:s:b', 'b:f:a', 'a:f'],
      ['a root', 'b cascade', 'c cascade'],
    ],
    [
      ['a:f', 'b:f'],
      ['a root', 'b root'],
    ],
    [
      ['a:f', 'b:c:a', 'c:f:b'],
      ['a root', 'c cascade'],
    ],
    [
      ['a:f', 'b:c', 'c:f:a,b', 'd:f:b'],
      ['a root', 'c cascade', 'd root'],
    ],
    [['a:c', 'b:s:a'], []],
    [['a:f:nowhere'], ['a root']],
  ])('separates roots from cascades in %j', (nodes, roles) => {
    expect(rolesOf(...nodes)).toEqual(roles)
  })

  it.each([
    [['a:f:a'], ['a root']],
    [
      ['a:f:b', 'b:f:a'],
      ['a root', 'b cascade'],
    ],
    [
      ['a:c:c', 'b:f:a', 'c:f:b'],
      ['b root', 'c cascade'],
    ],
  ])('terminates on the cycle %j', (nodes, roles) => {
    expect(rolesOf(...nodes)).toEqual(roles)
  })

  const step = (id: string, type: string, status: string, ...dependencies: string[]) => ({
    id,
    type,
    status,
    dependencies,
  })

  it.each([
    [
      'a tool error that the model handled',
      [step('t', 'tool', 'failed'), step('m', 'llm', 'completed', 't'), step('u', 'tool', 'failed', 'm')],
      { roles: { t: 'root', u: 'root' }, handled: ['t'] },
    ],
    [
      'a handled tool error with a wrapper around the tool',
      [
        step('t', 'tool', 'failed'),
        step('w', 'chain', 'failed', 't'),
        step('m', 'llm', 'completed', 'w'),
        step('u', 'llm', 'failed', 'm'),
      ],
      { roles: { t: 'root', w: 'cascade', u: 'root' }, handled: ['t', 'w'] },
    ],
    [
      'a tool error that ended its agent',
      [step('t', 'tool', 'failed'), step('a', 'agent', 'failed', 't')],
      { roles: { t: 'root', a: 'cascade' }, handled: [] },
    ],
    [
      'a step that is not a tool',
      [step('t', 'chain', 'failed'), step('m', 'llm', 'completed', 't'), step('u', 'llm', 'failed', 'm')],
      { roles: { t: 'root', u: 'cascade' }, handled: [] },
    ],
  ])('does not count nodes after a handled failure as cascades: %s', (_, nodes, { roles, handled }) => {
    expect(Object.fromEntries(attributeFailures(nodes))).toEqual(roles)
    expect([...handledFailures(nodes)].sort()).toEqual(handled)
  })

  it('handles five thousand nodes with many dependencies quickly', () => {
    const nodes = Array.from({ length: 5000 }, (_, index) => ({
      id: String(index),
      status: 'failed',
      dependencies: Array.from({ length: Math.min(index, 100) }, (_, back) => String(index - back - 1)),
    }))
    const roles = attributeFailures(nodes)
    expect([...roles.values()].filter((role) => role === 'root')).toHaveLength(1)
  })
})
