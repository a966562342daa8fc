import { defineConfig } from 'vite'

const port = 4002

export default defineConfig({
  server: { port, strictPort: true },
  preview: { port, strictPort: true },
})
