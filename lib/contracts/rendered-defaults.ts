import type { z } from 'zod'

/** What `z.toJSONSchema` calls for each schema that it renders. */
export type SchemaOverride = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Enters the default of a field, which zod leaves out where the input is converted. */
export const restoreDefault: SchemaOverride = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}
