import type { ResponseObject } from '@/lib/contracts/openapi'
import { errorAnchor } from './answer-list'
import { nameOf, type ReferenceEntry } from './reference-model'
import { Words } from './words'

type ErrorSectionProps = { responses: Record<string, ResponseObject>; operations: readonly ReferenceEntry[] }

/** Every refusal there is, once, with what to do about it. */
export function ErrorSection({ responses, operations }: ErrorSectionProps) {
  const statusOf = new Map(
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        '$ref' in response ? [[nameOf(response.$ref), status] as const] : [],
      ),
    ),
  )
  return (
    <div className="pt-10">
      <h2 className="text-lg">Errors</h2>
      <p className="mt-0.5 pb-4 text-ink-2">One shape for all of them. Act on the code; the message is for people.</p>
      <dl className="max-w-3xl divide-y border-y text-sm">
        {Object.entries(responses).map(([name, { description }]) => {
          const status = statusOf.get(name)
          if (status === undefined) return null
          return (
            <div key={name} id={errorAnchor(status)} className="flex scroll-mt-14 max-lg:scroll-mt-28 gap-4 py-2">
              <dt className="font-medium font-mono text-xs leading-5">{status}</dt>
              <dd className="min-w-0 space-y-1">
                {description.split('\n\n').map((line) => (
                  <p key={line}>
                    <Words text={line} />
                  </p>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
