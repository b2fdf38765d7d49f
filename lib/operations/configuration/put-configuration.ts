import { type Configuration, configuration } from '@/lib/contracts/configuration'
import { type ConfigurationView, putConfiguration as contract } from '@/lib/contracts/configuration-requests'
import { isRecord } from '@/lib/contracts/is-record'
import { diffLeaves } from '@/lib/engine/json/diff-leaves'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { assertUsable } from './assert-usable'
import { changeNotes } from './change-notes'
import { findScope } from './find-scope'
import { loadView } from './load-view'
import { lockConfiguration, storeConfiguration } from './store-configuration'

/**
 * Replaces a level as a whole by its next version. The same content again is no change. Nothing that is stored is derived
 * anew: it holds for runs that arrive from here on.
 */
export const putConfiguration = operation(contract, (ctx, { chain, expected, comment, ...input }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const config = withoutEmpty(input.config)
    await lockConfiguration(tx, projectId)
    const scope = await findScope(tx, projectId, chain)
    const before = await loadView(tx, projectId, scope)
    if (diffLeaves(before.own, config).length === 0) return { configuration: before, notes: [] }
    if (before.number !== expected) throw conflictWith(before)
    await assertUsable(tx, projectId, scope, config)
    await storeConfiguration(tx, ctx, scope, { before: { number: before.number, config: before.own }, config, comment })
    const subject = scope.chainId === undefined ? `project:${projectId}` : `chain:${scope.chainId}`
    await audit(tx, ctx, 'configuration.put', subject, before.own, config)
    const after = await loadView(tx, projectId, scope)
    return { configuration: after, notes: changeNotes(before, after) }
  }),
)

function conflictWith({ number, by, at }: ConfigurationView): AppError {
  const who = by === null ? '' : `${by} changed it at ${at}: `
  const message = `${who}the version in force is ${number}. Look at it, then change that one.`
  return new AppError('conflict', message, [{ path: 'expected', message: `is not ${number}, the version in force` }])
}

/** A group in which nothing is set says nothing. */
function withoutEmpty(config: Configuration): Configuration {
  const prune = (value: unknown): unknown =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => {
            const kept = prune(inner)
            return kept === undefined || (isRecord(kept) && Object.keys(kept).length === 0) ? [] : [[key, kept]]
          }),
        )
      : value
  return configuration.parse(prune(config))
}
