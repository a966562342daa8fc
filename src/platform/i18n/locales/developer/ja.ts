/** The pages for developers, in Japanese. */
export const developer = {
  'page.link.developer': '開発者向け',
  'page.link.application_overview': '概要',
  'page.link.application_webhooks': 'Webhook',
  'page.link.application_requests': 'リクエスト',
  'page.link.newer': '新しいものへ',
  'page.link.older': '古いものへ',
  'page.title.developer': 'あなたのアプリ',
  'page.text.developer': '登録したアプリです。ここで表示や変更ができるのはあなただけです。',
  'page.text.developer_none':
    '登録したアプリはまだありません。ユーザーのログインや、イベントと出品情報の読み取りに使うアプリを登録してください。',
  'page.text.developer_most':
    'アプリは上限の{max}件に達しています。別のものを登録するには、1件削除してください。',
  'page.button.register': 'アプリを登録',
  'page.text.types': 'アプリを実行する場所を選んでください。',
  'page.name.type_web': 'ウェブアプリ',
  'page.name.type_spa': 'シングルページアプリ',
  'page.name.type_native': 'ネイティブアプリ',
  'page.name.type_server': 'サーバーアプリ',
  'page.text.type_web': 'サーバー上で動作し、ユーザーがログインします。シークレットを保持します。',
  'page.text.type_spa':
    'ブラウザー上で動作し、ユーザーがログインします。シークレットを保持できないため、発行されません。',
  'page.text.type_native':
    'スマートフォンやパソコン上で動作し、ユーザーがログインします。シークレットを保持できないため、発行されません。',
  'page.text.type_server':
    'サーバー上でユーザーなしに動作します。イベントと出品情報を読み取りますが、ユーザーのデータは読み取りません。',
  'page.title.register_web': 'ウェブアプリの登録',
  'page.title.register_spa': 'シングルページアプリの登録',
  'page.title.register_native': 'ネイティブアプリの登録',
  'page.title.register_server': 'サーバーアプリの登録',
  'page.title.application_edit': '{name}の編集',
  'page.label.type': '種類',
  'page.label.client_id': 'クライアントID',
  'page.label.application_name': '名前',
  'page.hint.application_name': 'ユーザーのログイン時に表示される名前です。',
  'page.label.redirect_uris': 'リダイレクトURI',
  'page.label.redirect_uri': 'リダイレクトURI',
  'page.hint.redirect_uris':
    'ログイン後にユーザーが戻るアドレスです。1行に1つ入力してください。HTTPSのアドレスに限り、完全一致で比較されます。',
  'page.hint.redirect_uris_native':
    'ログイン後にユーザーが戻るアドレスです。1行に1つ、HTTPSのアドレス、同じ端末上のアドレス、またはcom.example.appのようなドメインのスキームを入力してください。',
  'page.label.post_logout_redirect_uris': 'ログアウト後のアドレス',
  'page.label.post_logout_redirect_uri': 'ログアウト後のアドレス',
  'page.hint.post_logout_redirect_uris':
    'ユーザーがログアウト後に戻るアドレスを、1行に1つずつ入力してください。',
  'page.label.scopes': 'アプリに許可する操作',
  'page.text.scopes_narrower':
    '権限を外すと、このアプリのトークンはすべて失効し、ユーザーは再度ログインすることになります。',
  'page.name.disabled': '無効',
  'page.name.application': 'アプリについて',
  'page.label.registered': '登録日時',
  'page.name.secrets': 'シークレット',
  'page.name.secret_current': '現在のシークレット',
  'page.name.secret_former': '以前のシークレット',
  'page.label.created': '作成日時',
  'page.label.ends': '失効日時',
  'page.button.secret_rotate': '新しいシークレットを作成',
  'page.button.secret_withdraw': '以前のシークレットを取り消す',
  'page.name.try': '試してみる',
  'page.text.try':
    'ターミナルまたはプログラムに貼り付けてください。大文字の部分は置き換えてください。',
  'page.name.try_own': 'アプリ自身のトークンを取得する',
  'page.name.try_authorize': 'ユーザーがログインするアドレスを表示して開く',
  'page.name.try_exchange': '同じターミナルで、ブラウザーのアドレスにあるコードを引き換える',
  'page.name.try_use': 'ユーザーを読み取る',
  'page.name.try_client': 'プログラムで使う',
  'page.name.application_end': '無効化と削除',
  'page.button.application_enable': 'アプリを有効にする',
  'page.button.application_disable': 'アプリを無効にする',
  'page.button.application_delete': 'アプリを削除する',
  'page.title.act_rotate': '{name}の新しいシークレットを作成しますか？',
  'page.title.act_withdraw': '{name}の以前のシークレットを取り消しますか？',
  'page.title.act_disable': '{name}を無効にしますか？',
  'page.title.act_delete': '{name}を削除しますか？',
  'page.text.act_rotate':
    '現在のシークレットはあと1日有効です。その間にすべての場所で置き換えてください。以前に置き換えたシークレットは直ちに失効します。',
  'page.text.act_withdraw':
    '以前のシークレットを使用しているプログラムは、トークンを取得できなくなります。現在のシークレットは引き続き有効です。',
  'page.text.act_disable':
    '{name}のトークンはすべて失効し、誰もログインできなくなります。再び有効にすることができます。',
  'page.text.act_delete':
    'すべてのユーザーと{name}との連携が解除されます。シークレット、トークン、Webhookは削除されます。この操作は取り消せません。',
  'page.text.application_registered': 'アプリを登録しました。',
  'page.text.application_saved': 'アプリを保存しました。',
  'page.text.application_narrowed':
    'アプリを保存しました。権限が減ったため、トークンはすべて失効しました。',
  'page.text.application_disabled_now': 'アプリを無効にしました。トークンはすべて失効しました。',
  'page.text.application_enabled': 'アプリを有効にしました。シークレットは再び使用できます。',
  'page.text.application_deleted': 'アプリを削除しました。',
  'page.title.application_disabled': 'このアプリは無効です',
  'page.text.application_disabled':
    '運営者がこのアプリを無効にしたため、ここでは変更できません。サポートにお問い合わせください。',
  'page.text.application_disabled_with_owner':
    'アカウントが無効になったか、開発者アカウントではなくなったため、このアプリは無効になりました。ここでは変更できません。サポートにお問い合わせください。',
  'page.text.secret_withdrawn': '以前のシークレットは使用できなくなりました。',
  'page.text.secret_once':
    'アプリのシークレットです。表示されるのは今回だけですので、安全な場所に保管してください。',
  'page.link.secret_kept': 'アプリのページへ進む',
  'page.title.registered': '{name}の準備ができました',
  'page.title.secret': '{name}の新しいシークレット',
  'page.title.not_a_developer': 'このページは開発者向けです',
  'page.text.not_a_developer':
    'このアカウントではアプリを登録できません。開発者としての登録をサポートにご依頼ください。',
  'page.text.webhooks':
    'このアプリがユーザーのために作成したWebhookです。ユーザーは表示されません。',
  'page.text.webhooks_none':
    'このアプリにWebhookはありません。Webhookを変更する権限があれば、ユーザーのために作成できます。',
  'page.label.url': '送信先',
  'page.label.topics': 'トピック',
  'page.label.waiting': '待機中の配信',
  'page.name.webhook_owner': '停止中',
  'page.name.webhook_gone': '受信先が終了しました（410）',
  'page.name.webhook_failing': '受信先の失敗が数日続いたか、配信が大きく滞りました',
  'page.name.webhook_not_allowed': 'アプリまたはユーザーが無効です',
  'page.name.deliveries': '配信',
  'page.text.deliveries': '直近7日間に送信されたものを新しい順に表示しています。',
  'page.text.deliveries_none':
    '直近7日間に送信されたものはありません。pingを送信して受信先を確認できます。',
  'page.name.delivery_waiting': '待機中',
  'page.name.delivery_delivered': '配信済み',
  'page.label.number': '番号',
  'page.label.time': '日時',
  'page.label.attempts': '試行回数',
  'page.label.result': '最後の結果',
  'page.label.redeliver': '配信{number}を再送する',
  'page.button.ping': 'pingを送信',
  'page.button.redeliver': '再送',
  'page.text.pinged': 'まもなくpingが送信されます。',
  'page.text.redelivered': 'まもなく配信が再送されます。',
  'page.text.webhook_off':
    'Webhookは停止中のため、何も送信されませんでした。アプリから再び有効にできます。',
  'application.name': '制御文字を含まない1～{max}文字で入力してください。',
  'application.name.letters': '文字または数字を含めてください。',
  'application.name.service':
    '{service}と紛らわしい名前は使用できません。アプリの運営者がわかる名前にしてください。',
  'application.name.taken': 'この名前は別のアプリが使用しています。別の名前にしてください。',
  'application.name.script':
    'ラテン文字やキリル文字など、1種類の文字だけを使用してください。日本語、韓国語、中国語はラテン文字と組み合わせることができます。',
  'application.redirect_uri.malformed':
    '「{uri}」は有効なリダイレクトURIではありません。フラグメントと認証情報を含まない絶対URIを入力してください。',
  'application.redirect_uri.pattern':
    '「{uri}」にワイルドカードは使用できません。アドレスを1つずつ入力してください。',
  'application.redirect_uri.https':
    '「{uri}」はHTTPSのURL、またはlocalhostのHTTPのURLにしてください。',
  'application.redirect_uri.native':
    '「{uri}」はHTTPSのURL、localhostのHTTPのURL、またはcom.example.appのようにドットを含むスキームにしてください。',
  'application.redirect_uri.loopback':
    '「{uri}」はユーザーの端末を指しています。httpsではなくhttpにしてください。',
  'application.redirect_uris.missing': 'アドレスを1つ以上入力してください。',
  'application.redirect_uris.server': 'サーバーアプリにリダイレクトURIはありません。',
  'application.redirect_uris.most': 'アドレスは{max}個までです。',
  'application.redirect_uris.long': 'アドレスはそれぞれ{max}文字以内で入力してください。',
  'application.redirect_uris.service':
    '「{uri}」はこのサービスのアドレスです。ご自身のアプリのアドレスを入力してください。',
  'application.redirect_uris.loopback':
    '「{uri}」はユーザーの端末を指しています。使用できるのはネイティブアプリだけです。',
  'application.scopes': '1つ以上選んでください。',
  'page.hint.application_link': 'ユーザーのログイン時に表示されるHTTPSのアドレスです。',
  'page.text.consent_developer':
    '{application}は{service}が運営するものではありません。開発者が登録したもので、{host}に移動します。',
  'page.text.requests':
    '直近1日のリクエストを新しい順に表示しています。ユーザーに関する情報は含まれません。',
  'page.text.requests_none':
    '直近1日のリクエストはありません。新しいリクエストは1秒後に表示されます。',
  'page.text.requests_off': 'リクエストの記録は無効になっています。',
  'page.text.requests_omitted':
    '同じ時刻のリクエストがほかに{count}件ありますが、表示していません。',
  'page.link.requests_all': 'すべてのリクエスト',
  'page.link.requests_failed': '拒否と失敗のみ',
  'page.label.operation': '操作',
  'page.label.status': 'ステータス',
  'page.label.request_id': 'リクエストID',
  'page.activity.application.created': 'アプリの登録',
  'page.activity.application.updated': 'アプリの変更',
  'page.activity.application.secret_rotated': 'アプリの新しいシークレットの作成',
  'page.activity.application.secret_withdrawn': 'アプリの以前のシークレットの取り消し',
  'page.activity.application.disabled': 'アプリの無効化',
  'page.activity.application.enabled': 'アプリの有効化',
  'page.activity.application.deleted': 'アプリの削除',
  'page.activity.webhook.pinged': 'Webhookへのpingの送信',
  'page.activity.webhook.redelivered': 'Webhookの配信の再送',
  'page.title.application_logo': '{name}のロゴ',
  'page.label.logo': 'ロゴ',
  'page.hint.logo':
    '幅と高さが{min}～{max}ピクセル、{kib} KiB以下のPNGまたはWebP画像。ユーザーがアプリを許可するときに表示されます。',
  'page.button.logo': 'ロゴを変更',
  'page.button.logo_remove': 'ロゴを削除',
  'page.text.logo_saved': 'ロゴを保存しました。',
  'page.text.logo_removed': 'ロゴを削除しました。',
} as const
