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

def call(method, url, body = nil)
  uri = URI(url)
  request = Net::HTTP.const_get(method.capitalize).new(uri)
  request['Authorization'] = "Bearer #{ACCESS_TOKEN}"
  request['Accept'] = 'application/hal+json'
  # With the same key, a repeated request gives the first response and adds nothing.
  request['Idempotency-Key'] = SecureRandom.uuid if method == 'POST'
  if body
    request['Content-Type'] = 'application/json'
    request.body = JSON.generate(body)
  end
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|
    http.request(request)
  end
  document = JSON.parse(response.body) unless response.body.to_s.empty?
  raise FoyerError.new(response.code.to_i, document) unless response.is_a?(Net::HTTPSuccess)

  document
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
added = call('POST', "#{BASE_URL}/addresses", home)
puts "Added: #{added['city']}"

begin
  call('POST', "#{BASE_URL}/addresses", home.merge(postal_code: 'London'))
rescue FoyerError => e
  puts "#{e.status} #{e.code}: #{e.errors.keys.join(', ')}"
end

# A link is there if the user may follow it now.
call('DELETE', added.dig('_links', 'address:delete', 'href'))
puts 'Deleted'
