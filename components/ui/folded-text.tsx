import { isWithin } from './is-within'

/** Characters of a value beyond which its text is left out: a page may have hundreds of them. */
const MOST = 10_000

type FoldedTextProps = { value: unknown; onFound: () => void }

/** The text of what is folded, out of sight: the browser's own search finds it, upon which `onFound` opens it. */
export function FoldedText({ value, onFound }: FoldedTextProps) {
  if (!isWithin(value, MOST)) return null
  return (
    <div
      hidden
      ref={(element) => {
        // React knows only whether an element is hidden.
        element?.setAttribute('hidden', 'until-found')
        element?.addEventListener('beforematch', onFound)
        return () => element?.removeEventListener('beforematch', onFound)
      }}
    >
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </div>
  )
}
