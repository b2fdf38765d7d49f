'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { Toaster } from '@/components/ui/toaster'
import { getQueryClient } from '@/lib/queries/query-client'

type ProvidersProps = { nonce?: string; children: ReactNode }

export function Providers({ nonce, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={getQueryClient()}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
        {children}
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
