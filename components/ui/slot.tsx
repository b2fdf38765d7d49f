import { clsx } from 'clsx'
import { Children, type ComponentProps, cloneElement, type ReactElement, type Ref } from 'react'

type Props = Record<string, unknown>
type Handler = (...args: unknown[]) => void
type SlotProps = Omit<ComponentProps<'button'>, 'ref'> & {
  ref?: Ref<HTMLElement>
  [attribute: `data-${string}`]: string
}

/**
 * Gives its props to its only child, whose own ones win. Of an event both handlers are called, the child's first; class names are joined.
 */
export function Slot({ children, ...given }: SlotProps) {
  const child = Children.only(children) as ReactElement<Props>
  return cloneElement(child, mergeProps(given, child.props))
}

function mergeProps(given: Props, own: Props): Props {
  const merged: Props = { ...given, ...own }
  for (const [name, value] of Object.entries(given)) {
    const held = own[name]
    if (/^on[A-Z]/.test(name) && value && held) merged[name] = inTurn(held as Handler, value as Handler)
  }
  merged.className = clsx(given.className as string, own.className as string) || undefined
  if (given.ref && own.ref) merged.ref = toBoth(given.ref as Ref<unknown>, own.ref as Ref<unknown>)
  return merged
}

const inTurn =
  (first: Handler, second: Handler): Handler =>
  (...args) => {
    first(...args)
    second(...args)
  }

const toBoth =
  (first: Ref<unknown>, second: Ref<unknown>): Ref<unknown> =>
  (element) => {
    setRef(first, element)
    setRef(second, element)
  }

function setRef(ref: Ref<unknown>, element: unknown) {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
