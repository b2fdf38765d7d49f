import { Link } from '@/components/ui/link'
import { Mark, wordmarkClass } from './mark'

export function Wordmark({ href }: { href: string }) {
  return (
    <Link href={href} className={wordmarkClass}>
      <Mark />
      Veritas
    </Link>
  )
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-2 font-medium text-paper text-sm focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
