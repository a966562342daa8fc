/** The account pages, in Japanese. */
export const account = {
  // The frame of the account pages
  'page.link.overview': '概要',
  'page.label.menu': 'メニュー',
  'page.label.signed_in_as': '{name}としてログイン中',
  'page.button.save': '保存',
  'page.button.edit': '編集',
  'page.button.delete': '削除',
  'page.button.make_default': '既定に設定',
  'page.button.undo': '元に戻す',
  'page.name.default': '既定',
  'page.text.saved': '変更を保存しました。',
  'page.error.changed_elsewhere':
    '編集中に別の場所で変更されました。入力内容を確認し、もう一度保存すると、その変更が置き換えられます。',

  // Overview
  'page.title.overview': '{name}さん、こんにちは',
  'page.title.overview_unnamed': 'アカウント',
  'page.name.attention': 'ご確認ください',
  'page.text.all_well': 'すべて最新の状態です。',
  'page.text.needs_second_factor':
    'アカウントを保護しているのはパスワードだけです。パスキーまたは認証アプリを追加してください。',
  'page.text.needs_card': '{card}は有効期限が切れています。更新または削除してください。',
  'page.text.needs_address': '住所がまだ登録されていません。追加すると、より早く購入できます。',
  'page.text.needs_erasure': 'アカウントは{date}に削除されます。まだ取り消すことができます。',
  'page.text.count_addresses': '登録済みの住所：{count}件',
  'page.text.count_sessions': '有効なセッション：{count}件',
  'page.text.count_applications': '連携アプリ：{count}件',
  'page.text.sign_in_methods': 'パスワード、パスキー、認証アプリ',

  // Addresses
  'page.title.addresses': '住所',
  'page.link.addresses': '住所',
  'page.text.no_addresses':
    '住所はまだ登録されていません。登録した住所は、購入時に配送先や請求先として選択できます。',
  'page.button.address_add': '住所を追加',
  'page.title.address_edit': '住所を編集',
  'page.title.address_delete': 'この住所を削除しますか？',
  'page.text.address_delete':
    'この住所は購入時に表示されなくなります。次のページで元に戻すことができます。',
  'page.text.address_delete_default': '別の住所が既定の住所になります。',
  'page.text.address_added': '住所を追加しました。',
  'page.text.address_saved': '住所を保存しました。',
  'page.text.address_deleted': '住所を削除しました。',
  'page.text.address_default': '既定の住所に設定しました。',
  'page.text.address_billed': '支払い方法の請求先住所として使用されているため、削除できません。',
  'page.label.country': '国',
  'page.name.choose_country': '国を選択',
  'page.button.use_country': 'この国を使う',
  'page.hint.use_country': '他の入力欄は国に応じて変わります。',
  'page.label.optional': '{label}（任意）',
  'page.hint.example': '例：{example}',
  'page.label.default_address': '既定の住所にする',
  'page.label.edit_address': '住所を編集：{address}',
  'page.label.delete_address': '住所を削除：{address}',
  'page.label.default_address_of': '既定の住所に設定：{address}',

  // Payment methods
  'page.link.paymentmethods': '支払い方法',
  'page.text.no_methods':
    '支払い方法はまだ登録されていません。登録すると購入が早くなります。PayPalでは売上を受け取ることもできます。',
  'page.button.card_add': 'カードを追加',
  'page.button.paypal_add': 'PayPalアカウントを追加',
  'page.title.card_edit': '{method}を編集',
  'page.name.card': '末尾{last4}の{brand}',
  'page.name.paypal': 'PayPal {email}',
  'page.name.expired': '期限切れ',
  'page.name.default_buyer': '購入時の既定',
  'page.name.default_seller': '受け取りの既定',
  'page.label.expires': '有効期限',
  'page.label.billing_address': '請求先住所',
  'page.name.no_billing': '請求先住所なし',
  'page.label.holder': 'カード名義',
  'page.label.card_number': 'カード番号',
  'page.hint.card_number': '番号はここに保存されません。',
  'page.hint.card_number_keep': '{method}のままにする場合は空欄にしてください。',
  'page.label.expiry_month': '有効期限（月）',
  'page.label.expiry_year': '有効期限（年）',
  'page.name.month': '月',
  'page.name.year': '年',
  'page.label.default_buyer': '購入時の既定として使う',
  'page.label.default_seller': '受け取りの既定として使う',
  'page.label.paypal_email': 'PayPalアカウントのメールアドレス',
  'page.button.default_buyer': '購入時の既定に設定',
  'page.button.default_seller': '受け取りの既定に設定',
  'page.label.action_on': '{action}：{method}',
  'page.title.method_delete': '{method}を削除しますか？',
  'page.text.method_delete':
    '{method}は購入時に表示されなくなります。処理中の支払いには影響しません。再び使うには、もう一度追加する必要があります。',
  'page.text.method_delete_default': '新しく選ぶまで、既定の支払い方法はなくなります。',
  'page.text.method_added': '支払い方法を追加しました。',
  'page.text.method_saved': '支払い方法を保存しました。',
  'page.text.method_deleted': '支払い方法を削除しました。',
  'page.text.method_default': '既定の支払い方法を変更しました。',
  'page.text.cards_elsewhere': 'カードは購入時に追加できます。追加後、ここに表示されます。',
  'page.error.vault': '現在カードを保存できませんでした。しばらくしてからもう一度お試しください。',
  'page.text.count_methods': '登録済みの支払い方法：{count}件',

  // Profile
  'page.link.profile': 'プロフィール',
  'page.label.profile_name': '氏名',
  'page.label.newsletter': 'メールマガジンを受け取る',
  'page.label.phone': '電話番号',
  'page.label.phone_country': '電話番号の国',
  'page.hint.phone_country': '国番号のない番号の場合',
  'page.label.email_language': 'メールの言語',
  'page.label.time_zone': 'タイムゾーン',
  'page.text.profile_email': 'ログインに使うメールアドレス：{email}',

  // Data and privacy
  'page.link.privacy': 'お客様のデータ',
  'page.name.export': 'データのダウンロード',
  'page.text.export':
    'プロフィール、住所、支払い方法、連携アプリ、最近の操作など、保存されているすべての情報を1つのファイルで取得できます。パスワードとカード番号は含まれません。',
  'page.button.export': 'ダウンロード',
  'page.text.export_ready':
    'ファイルはJSON形式です。住所が含まれるため、安全な場所に保管してください。',
  'page.name.delete_account': 'アカウントの削除',
  'page.text.delete_account':
    '保存されているすべての情報が削除されます。14日以内であれば取り消すことができます。',
  'page.text.delete_account_now': 'すべてのアプリは直ちにアカウントを利用できなくなります。',
  'page.text.delete_account_cancel': '14日間は、ログインしてアカウントを維持できます。',
  'page.text.delete_account_then': 'その後、住所、支払い方法、ログイン情報は完全に削除されます。',
  'page.button.delete_account': 'アカウントを削除する',

  // Webhooks
  'page.link.webhooks': 'Webhook',
} as const
