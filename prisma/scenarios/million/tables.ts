import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { typedRecordset } from '@/lib/db/rows'
import { measureUnits } from '@/lib/engine/scoring/measure-node-groups'
import { type DrawnVersion, factorOf, type Shape } from './shapes'

const SHAPE = {
  fault: 'int',
  missing: 'int',
  broken: 'bool',
  off: 'bool',
  status: 'text',
  output: 'jsonb',
  error: 'jsonb',
  conformance: 'float8',
  completeness: 'float8',
  gaff_completeness: 'float8',
  accuracy: 'float8',
  nodes: 'int',
  failed_nodes: 'int',
  issues: 'int',
  blockers: 'text[]',
  failure_class: 'text',
  message: 'text',
}

const VERSION = {
  chain: 'int',
  version: 'int',
  chain_id: 'uuid',
  version_id: 'uuid',
  chain_name: 'text',
  version_name: 'text',
  quality: 'float8',
}

const SHAPE_FAILURE = {
  fault: 'int',
  node_id: 'text',
  node: 'text',
  failure_class: 'text',
  retryable: 'bool',
  failure_mode: 'text',
  confidence: 'float8',
  matched: 'text',
  role: 'text',
  fingerprint: 'text',
  part: 'text',
  template: 'text',
  leaf: 'text',
  message: 'text',
}

const SHAPE_NODE = {
  fault: 'int',
  node_id: 'text',
  ordinal: 'int',
  type: 'text',
  dependencies: 'text[]',
  status: 'text',
  error: 'jsonb',
  worked: 'int',
}

const SHAPE_UNIT = { fault: 'int', unit: 'text', score: 'float8', failed: 'bool' }

/** Creates temporary tables of the shapes and versions for the statements to join. */
export async function provideTables(
  tx: Tx,
  shapes: readonly Shape[],
  versions: readonly DrawnVersion[],
): Promise<void> {
  await tx.$executeRaw`CREATE TEMP TABLE shape ON COMMIT DROP AS SELECT * FROM ${typedRecordset(SHAPE, shapes.map(toShapeRow))}`
  await tx.$executeRaw`
    CREATE TEMP TABLE shape_failure ON COMMIT DROP AS SELECT * FROM ${typedRecordset(SHAPE_FAILURE, shapes.flatMap(toFailureRows))}`
  await tx.$executeRaw`
    CREATE TEMP TABLE shape_unit ON COMMIT DROP AS SELECT * FROM ${typedRecordset(SHAPE_UNIT, toUnitRows(shapes))}`
  await tx.$executeRaw`CREATE TEMP TABLE shape_node ON COMMIT DROP AS SELECT * FROM ${typedRecordset(SHAPE_NODE, toStepRows(shapes))}`
  const rows = versions.map(({ settings, ...drawn }) => ({
    ...drawn,
    chain_id: settings.chainId,
    version_id: settings.versionId,
    chain_name: settings.chain,
    version_name: settings.version,
  }))
  await tx.$executeRaw`CREATE TEMP TABLE drawn_version ON COMMIT DROP AS SELECT * FROM ${typedRecordset(VERSION, rows)}`
}

function toShapeRow({ fault, missing, isBroken, isOff, run, measured }: Shape) {
  const [failure] = measured.failures
  return {
    fault,
    missing,
    broken: isBroken,
    off: isOff,
    status: run.status,
    output: run.output,
    error: run.error,
    conformance: factorOf(measured.stratt, 'conformance'),
    completeness: factorOf(measured.stratt, 'completeness'),
    gaff_completeness: factorOf(measured.gaff, 'completeness'),
    accuracy: factorOf(measured.gaff, 'accuracy'),
    nodes: run.nodes.length,
    failed_nodes: run.nodes.filter((node) => node.status === 'failed').length,
    issues: measured.issues.length,
    blockers: measured.blockers,
    failure_class: failure?.failureClass,
    message: failure?.message,
  }
}

function toFailureRows({ fault, measured }: Shape) {
  return measured.failures.map(({ nodeId, failureClass, failureMode, ...failure }) => ({
    ...failure,
    fault,
    node_id: nodeId,
    failure_class: failureClass,
    failure_mode: failureMode,
  }))
}

/** Nodes have neither output nor tokens, so they differ only by which one failed. */
const nodesByFault = (shapes: readonly Shape[]) => [...new Map(shapes.map(({ fault, run }) => [fault, run.nodes]))]

function toStepRows(shapes: readonly Shape[]) {
  return nodesByFault(shapes).flatMap(([fault, nodes]) => {
    const worked = nodes.filter(({ status }) => status !== 'skipped').length
    return nodes.map(({ id, ...node }, ordinal) => ({ ...node, fault, node_id: id, ordinal, worked }))
  })
}

function toUnitRows(shapes: readonly Shape[]) {
  return nodesByFault(shapes).flatMap(([fault, nodes]) =>
    measureUnits(nodes).map(({ unit, score, isFailed }) => ({ fault, unit, score, failed: isFailed })),
  )
}

/** SQL of a number in [0, 1) that is determined by the whole number `unit` and `salt`. */
export function drawSql(unit: string, salt: number): Prisma.Sql {
  return Prisma.raw(`((hashint8extended(${unit}, ${salt}) & 4294967295)::float8 / 4294967296)`)
}
