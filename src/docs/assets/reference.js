/*
 * Shows openapi.json with Scalar. In production, Scalar gets a document without authentication, so
 * that it has no field for a token, and no buttons that send requests.
 */
const place = document.querySelector('#reference')
const { openapi, base, token, sends } = place.dataset
const sendsRequests = sends === 'true'

async function show() {
  const content = await (await fetch(openapi)).json()
  // Narrow pages would show these links as icons, without a name.
  delete content.externalDocs
  delete content.info.contact
  delete content.info.license
  if (!sendsRequests) {
    delete content.components.securitySchemes
    for (const path of Object.values(content.paths))
      for (const operation of Object.values(path)) delete operation.security
  }
  globalThis.Scalar.createApiReference(place, {
    content,
    baseServerURL: base,
    ...(sendsRequests && {
      authentication: {
        preferredSecurityScheme: 'user',
        securitySchemes: { user: { flows: { authorizationCode: { token } } } },
      },
    }),
    hideTestRequestButton: !sendsRequests,
    // Nothing leaves this service.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Two colors of text have too little contrast.
    customCss:
      '.light-mode, .dark-mode { --scalar-color-3: var(--scalar-color-2) }' +
      '.light-mode .hljs-literal { color: var(--scalar-color-1) }',
  })
}
show()
