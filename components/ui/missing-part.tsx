import type { ComponentType } from 'react'
import { type LazyComponent, lazyComponent, PART_MISSING, useLazyPart } from './lazy-component'

/**
 * What `dynamic` loads: the component of that name. If its code does not arrive, it is asked for once more, and then says so in its place,
 * with a button to try again. Without it the whole page would make way for an error.
 */
export function orMissing<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
): () => Promise<Module[Name]> {
  const loadPart = async () => (await load())[name]
  return async () => {
    try {
      return await loadPart()
    } catch {
      const part = lazyComponent(loadPart)
      // It takes the same props, and hands them to that component.
      return ((props) => <MissingPart part={part} given={props} />) as Module[Name]
    }
  }
}

type MissingPartProps<Props> = { part: LazyComponent<ComponentType<Props>>; given: Props }

function MissingPart<Props extends object>({ part, given }: MissingPartProps<Props>) {
  const { loaded: Loaded, hasFailed } = useLazyPart(part)
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
