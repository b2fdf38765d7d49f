import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent, PART_MISSING, useLazyPart } from './lazy-component'

/**
 * What `dynamic` loads: a part whose code does not arrive is asked for once more, and then says so in its place, with a button to try again.
 * Without it the whole page would make way for an error.
 */
export async function orMissing<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  try {
    return await load()
  } catch {
    const part = lazyComponent(load)
    return (props) => <MissingPart part={part} given={props} />
  }
}

type MissingPartProps<Props> = { part: LazyComponent<ComponentType<Props>>; given: Props }

function MissingPart<Props extends object>({ part, given }: MissingPartProps<Props>) {
  const { loaded: Loaded, hasFailed } = useLazyPart(part, true)
  if (Loaded) return <Loaded {...given} />
  return (
    hasFailed && (
      <span role="alert" className="block py-2 text-ink-2 text-sm">
        {PART_MISSING}{' '}
        <button type="button" className="link" onClick={part.prefetch}>
          Try again
        </button>
      </span>
    )
  )
}
