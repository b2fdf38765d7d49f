'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useEffect } from 'react'
import { Toaster } from '@/components/ui/toaster'
import { getQueryClient } from '@/lib/queries/query-client'
import { LISTENING } from './early-click'

type ProvidersProps = { nonce?: string; children: ReactNode }

export function Providers({ nonce, children }: ProvidersProps) {
  useEffect(() => {
    // Deferred, since React cannot hydrate the boundary of a clicked button while it is rendering itself.
    const soon = setTimeout(() => document.dispatchEvent(new Event(LISTENING)))
    return () => clearTimeout(soon)
  }, [])
  return (
    <QueryClientProvider client={getQueryClient()}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
        <NuqsAdapter>{children}</NuqsAdapter>
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
