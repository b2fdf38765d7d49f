import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { addFormats } from '@/lib/engine/output/schema-formats'
import { toSchemaPattern } from '@/lib/engine/output/schema-pattern'

/** One draft of JSON Schema: a fault of the schema itself, and fresh validators for a schema without one. */
export interface SchemaDialect {
  faultOf: (schema: object) => string | null
  create: (options: { allErrors: boolean }) => Ajv
}

const draft2020 = dialect((options) => new Ajv2020(options))
const draft2019 = dialect((options) => new Ajv2019(options))
const draft7 = dialect((options) => new Ajv(options))

const byUri = new Map([
  ['https://json-schema.org/draft/2020-12/schema', draft2020],
  ['https://json-schema.org/draft/2019-09/schema', draft2019],
  ['http://json-schema.org/draft-07/schema', draft7],
])

/** The draft that `$schema` names, 2020-12 when it names none, null when it names one that is not known here. */
export function dialectOf(schema: Record<string, unknown>): SchemaDialect | null {
  if (schema.$schema === undefined) return draft2020
  return byUri.get(String(schema.$schema).replace(/#$/, '')) ?? null
}

function dialect(instance: (options: Options) => Ajv): SchemaDialect {
  let checker: Ajv | undefined
  return {
    faultOf: (schema) => {
      checker ??= instance({ strict: false, logger: false })
      return checker.validateSchema(schema) ? null : checker.errorsText(checker.errors, { dataVar: 'schema' })
    },
    // A fresh instance for each schema: an `$id` of one caller must never be seen by another.
    create: ({ allErrors }) => {
      const ajv = instance({
        allErrors,
        strict: false,
        logger: false,
        ownProperties: true,
        validateSchema: false,
        code: { regExp: toSchemaPattern },
      })
      addFormats(ajv)
      return ajv
    },
  }
}
