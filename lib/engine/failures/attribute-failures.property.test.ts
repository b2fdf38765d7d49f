import fc from 'fast-check'
import { expect, it } from 'vitest'
import { attributeFailures } from '@/lib/engine/failures/attribute-failures'
import { anyDag, shuffled } from '@/lib/engine/testing/arbitraries'

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
