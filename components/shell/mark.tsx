// Apart from the links that use it: the page for unknown addresses, which is part of every page's script, shows it without them.

/** Logo: a V whose right arm rises past the threshold. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" fill="none" aria-hidden>
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
