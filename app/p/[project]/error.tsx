'use client'

import dynamic from 'next/dynamic'
import type { PageProblemProps } from '@/components/shell/page-problem'

// Every page would load it otherwise. If the server cannot be reached at all, the plain one needs nothing more.
const PageProblem = dynamic(() =>
  import('@/components/shell/page-problem').then(
    (module) => module.PageProblem,
    () => PlainProblem,
  ),
)

export default function ErrorPage(props: PageProblemProps) {
  return <PageProblem {...props} />
}

function PlainProblem() {
  return (
    <p role="alert">
      This page could not be shown.{' '}
      <button type="button" className="link" onClick={() => window.location.reload()}>
        Try again
      </button>
    </p>
  )
}
