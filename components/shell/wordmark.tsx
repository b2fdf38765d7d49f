import { Link } from '@/components/ui/link'

export function Wordmark({ href = '/' }: { href?: string }) {
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

/** Logo: a V whose right arm rises past the threshold. */
export function Mark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={className} fill="none" aria-hidden>
      <rect width="20" height="20" rx="5" fill="var(--ink)" />
      <path
        d="M4.6 8.2h2.1M13 8.2h2.4"
        stroke="var(--paper)"
        strokeOpacity=".5"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
      <path
        d="M5.9 8.2 9 14.6l4.9-10"
        stroke="var(--paper)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export const wordmarkClass =
  'flex h-12 items-center gap-2 px-5 font-semibold text-[15px] tracking-tight focus-visible:outline-offset-[-4px]'
