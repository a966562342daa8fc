#!/usr/bin/env ruby
# frozen_string_literal: true

# Lists the addresses of a user, adds one, and deletes it. Needs Ruby alone.

require 'json'
require 'net/http'
require 'securerandom'

BASE_URL = "#{ENV.fetch('FOYER_URL', 'http://localhost:8080')}/v2"
ACCESS_TOKEN = ENV.fetch('ACCESS_TOKEN')

# An error by its code, such as `validation_failed`, with the faults of each property.
class FoyerError < StandardError
  attr_reader :status, :code, :errors

  def initialize(status, problem)
    super(problem['message'])
    @status = status
    @code = problem['code']
    @errors = problem.fetch('errors', {})
  end
end

LOST = [SystemCallError, IOError, SocketError, Timeout::Error].freeze

# Sends a request. A write has the key of its change, which stays the same when it is repeated.
def call(method, url, body = nil, key: nil)
  uri = URI(url)
  request = Net::HTTP.const_get(method.capitalize).new(uri)
  request['Authorization'] = "Bearer #{ACCESS_TOKEN}"
  request['Accept'] = 'application/hal+json'
  request['Idempotency-Key'] = key if key
  if body
    request['Content-Type'] = 'application/json'
    request.body = JSON.generate(body)
  end
  response = send_up_to_three_times(uri, request)
  document = document_of(response)
  return document if response.is_a?(Net::HTTPSuccess)

  unknown = { 'code' => 'unknown', 'message' => response.message }
  raise FoyerError.new(response.code.to_i, document || unknown)
end

# The document that Foyer sent, if any. A proxy in front of it may have sent something else.
def document_of(response)
  document = JSON.parse(response.body.to_s)
  document if document.is_a?(Hash)
rescue JSON::ParserError
  nil
end

def send_up_to_three_times(uri, request)
  (1..3).each do |attempt|
    options = { use_ssl: uri.scheme == 'https', max_retries: 0 }
    response = Net::HTTP.start(uri.host, uri.port, options) do |http|
      http.request(request)
    end
    return response if attempt == 3 || !passes?(response)

    sleep(Integer(response['Retry-After'] || '', exception: false) || 2**(attempt - 1))
  rescue *LOST
    # Nobody knows whether the request has arrived.
    raise if attempt == 3

    sleep(2**(attempt - 1))
  end
end

# Whether the same request can succeed later. 409: the first one is still running.
def passes?(response)
  return true if %w[429 500 502 503 504].include?(response.code)

  response.code == '409' && document_of(response)&.fetch('code', nil) == 'idempotency_key_in_use'
end

# All addresses, page by page.
def addresses
  return to_enum(:addresses) unless block_given?

  url = "#{BASE_URL}/addresses?page_size=2"
  while url
    page = call('GET', url)
    page['_embedded']['items'].each { |address| yield address }
    url = page.dig('_links', 'next', 'href')
  end
end

addresses { |address| puts "#{address['full_name']}, #{address['city']}" }

home = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB'
}
# The key belongs to this change, so that the address is added once. A program that may be stopped
# in between stores the key before it sends the request.
added = call('POST', "#{BASE_URL}/addresses", home, key: SecureRandom.uuid)
puts "Added: #{added['city']}"

begin
  call('POST', "#{BASE_URL}/addresses", home.merge(postal_code: 'London'), key: SecureRandom.uuid)
rescue FoyerError => e
  puts "#{e.status} #{e.code}: #{e.errors.keys.join(', ')}"
end

# A link is there if the user may follow it now.
call('DELETE', added.dig('_links', 'address:delete', 'href'), key: SecureRandom.uuid)
puts 'Deleted'
