/** Creates a sleep that `wake` ends, also if `wake` is called just before the sleep begins. */
export function interruptibleSleep() {
  let isWoken = false
  let end = () => {}
  return {
    wake() {
      isWoken = true
      end()
    },
    async sleep(timeoutMs: number): Promise<void> {
      if (!isWoken) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          end = resolve
          timer = setTimeout(resolve, timeoutMs)
        })
        clearTimeout(timer)
      }
      isWoken = false
    },
  }
}
