import { z } from 'zod'
import type { SchemaObject } from '@/lib/contracts/openapi'
import { restoreDefault, type SchemaOverride } from '@/lib/contracts/rendered-defaults'
import { mapSchema, refsOf, tidySchema, withoutDefaults } from './tidy-schema'

export const COMPONENT = '#/components/schemas/'

type Io = 'input' | 'output'
type Rendered = Record<string, SchemaObject>

type JsonSchemas = {
  /** The named schemas that are referenced. */
  components: Rendered
  /** The schema of each of `inputs` and `outputs`, by its key. */
  inputs: Rendered
  outputs: Rendered
}

/**
 * Renders zod schemas as JSON Schema. A `named` schema becomes a component wherever it occurs; if its input form differs from its
 * output form, the latter becomes the component `<name>Output`.
 */
export function jsonSchemasOf(
  named: Record<string, z.ZodType>,
  inputs: Record<string, z.ZodType>,
  outputs: Record<string, z.ZodType>,
): JsonSchemas {
  const sent = render(named, inputs, 'input')
  const answered = render(named, outputs, 'output')
  const split = splitNames(sent.components, answered.components)
  const renamed = new Map(
    Object.keys(answered.components).map((name) => [name, split.has(name) ? `${name}Output` : name]),
  )
  const rename = (schema: SchemaObject) => renameRefs(schema, renamed)
  const components = { ...sent.components }
  for (const [name, schema] of Object.entries(answered.components))
    components[renamed.get(name) ?? name] = rename(schema)
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    inputs: sent.roots,
    outputs: mapValues(answered.roots, rename),
  }
}

/** Names of components whose input and output forms differ, directly or through a reference. */
function splitNames(sent: Rendered, answered: Rendered): ReadonlySet<string> {
  const shared = Object.keys(sent).filter((name) => name in answered)
  const split = new Set(shared.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  const leadsToSplit = (name: string) => refsOf(sent[name] ?? {}).some((ref) => split.has(ref.slice(COMPONENT.length)))
  for (let size = -1; size !== split.size; ) {
    size = split.size
    for (const name of shared) if (leadsToSplit(name)) split.add(name)
  }
  return split
}

/** Renders the roots, and the named schemas reachable from them. */
function render(named: Record<string, z.ZodType>, roots: Record<string, z.ZodType>, io: Io) {
  const registry = z.registry<{ id: string }>()
  const idOf = new Map<z.ZodType, string>()
  const enter = (schema: z.ZodType, id: string) => {
    if (idOf.has(schema)) return
    idOf.set(schema, id)
    registry.add(schema, { id })
  }
  for (const [name, schema] of Object.entries(named)) enter(schema, name)
  for (const [key, schema] of Object.entries(roots)) enter(schema, rootId(key))
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => COMPONENT + id, override })
  // Query parameters keep their `default`: see `operationObject`.
  const keepsDefaults = (id: string) => io === 'input' && !(id in named)
  const all = mapValues(schemas, (schema, id) => {
    const tidy = tidySchema(plain(schema), io === 'input')
    return keepsDefaults(id) ? tidy : withoutDefaults(tidy)
  })
  const rendered = mapValues(roots, (schema, key) => {
    const id = idOf.get(schema) ?? rootId(key)
    return id in named ? { $ref: COMPONENT + id } : (all[id] ?? {})
  })
  return { roots: rendered, components: reachable(Object.values(rendered), all) }
}

const rootId = (key: string) => `${key}()`

/** Booleans in a query string are strings; the document shows them as booleans. What is converted keeps its default. */
const override: SchemaOverride = (rendered) => {
  const { jsonSchema } = rendered
  const { def } = rendered.zodSchema._zod
  if (def.type === 'pipe' && def.in._zod.def.type === 'string' && def.out._zod.def.type === 'boolean')
    jsonSchema.type = 'boolean'
  restoreDefault(rendered)
}

// Plain JSON Schema: without the getters and undefined members that the converter leaves.
function plain(schema: object): SchemaObject {
  const { $schema: _, $id: __, ...rest } = JSON.parse(JSON.stringify(schema))
  return rest
}

function reachable(roots: SchemaObject[], all: Rendered): Rendered {
  const found: Rendered = {}
  const waiting = roots.flatMap(refsOf)
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const name = ref.slice(COMPONENT.length)
    const schema = all[name]
    if (schema === undefined || name in found) continue
    found[name] = schema
    waiting.push(...refsOf(schema))
  }
  return found
}

function renameRefs(schema: SchemaObject, names: ReadonlyMap<string, string>): SchemaObject {
  return mapSchema(schema, (part) => {
    const name = part.$ref?.slice(COMPONENT.length)
    return name === undefined ? part : { ...part, $ref: COMPONENT + (names.get(name) ?? name) }
  })
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
