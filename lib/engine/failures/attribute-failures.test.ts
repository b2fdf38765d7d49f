import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeFailures, handledFailures } from '@/lib/engine/failures/attribute-failures'
import { anyDag, shuffled } from '@/lib/engine/testing/arbitraries'

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

const status = fc.constantFrom('completed', 'failed', 'failed', 'skipped')
const anyRun = anyDag().chain(({ ids, edges }) =>
  fc.tuple(
    ...ids.map((id) =>
      status.map((told) => ({
        id,
        status: told,
        dependencies: edges.filter(([, to]) => to === id).map(([from]) => from),
      })),
    ),
  ),
)

it('marks a failed node as a cascade exactly when a dependency is broken, in any order of the nodes', () => {
  const reordered = anyRun.chain((nodes) => fc.tuple(fc.constant(nodes), shuffled(nodes)))
  fc.assert(
    fc.property(reordered, ([nodes, other]) => {
      const of = new Map(nodes.map((node) => [node.id, node]))
      // Broken: failed, or dependent on something broken, since it had no sound input.
      const isBroken = (id: string): boolean => {
        const node = of.get(id)
        return node !== undefined && (node.status === 'failed' || node.dependencies.some(isBroken))
      }
      const roles = attributeFailures(nodes)
      for (const node of nodes) {
        const isBehind = node.dependencies.some(isBroken)
        const failed = isBehind ? 'cascade' : 'root'
        const skipped = isBehind ? 'cascade' : undefined
        const expected = { failed, skipped, completed: undefined }[node.status]
        expect(roles.get(node.id)).toBe(expected)
      }
      expect(new Map([...attributeFailures(other)].sort())).toEqual(new Map([...roles].sort()))
    }),
    { numRuns: 300 },
  )
})
