// Lists the addresses of a user, adds one, and deletes it. Needs Go alone.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// Link is a link of HAL. It is there if the user may follow it now.
type Link struct {
	Href string `json:"href"`
}

// Address is an address of a user.
type Address struct {
	FullName   string          `json:"full_name"`
	Address1   string          `json:"address_1"`
	City       string          `json:"city"`
	PostalCode string          `json:"postal_code"`
	Country    string          `json:"country_code,omitempty"`
	Links      map[string]Link `json:"_links,omitempty"`
}

// Page is a page of a collection of addresses.
type Page struct {
	Links    map[string]Link `json:"_links"`
	Embedded struct {
		Items []Address `json:"items"`
	} `json:"_embedded"`
}

// Error is an error by its code, such as validation_failed, with the faults of each property.
type Error struct {
	Status  int                 `json:"-"`
	Code    string              `json:"code"`
	Message string              `json:"message"`
	Errors  map[string][]string `json:"errors"`

	retryAfter string
}

func (e *Error) Error() string { return e.Message }

var client = http.Client{Timeout: 30 * time.Second}

// call sends a request. A write has the key of its change, the same one when it is repeated.
func call(method, url string, body, result any, key string) error {
	var content []byte
	if body != nil {
		var err error
		if content, err = json.Marshal(body); err != nil {
			return err
		}
	}
	delay := time.Second
	for attempt := 1; ; attempt++ {
		response, err := send(method, url, content, key)
		if err == nil {
			err = read(response, result)
		}
		if err == nil || attempt == 3 || !passes(err) {
			return err
		}
		time.Sleep(pause(err, delay))
		delay *= 2
	}
}

// passes tells whether the same request can succeed later. 409: the first one is still running.
func passes(err error) bool {
	var problem *Error
	if !errors.As(err, &problem) {
		// Nobody knows whether the request has arrived.
		return true
	}
	switch problem.Status {
	case 429, 500, 502, 503, 504:
		return true
	}
	return problem.Code == "idempotency_key_in_use"
}

// pause returns how long to wait: as long as the response says, or else the given time.
func pause(err error, delay time.Duration) time.Duration {
	var problem *Error
	if errors.As(err, &problem) {
		if seconds, err := strconv.Atoi(problem.retryAfter); err == nil {
			return time.Duration(seconds) * time.Second
		}
	}
	return delay
}

func send(method, url string, content []byte, key string) (*http.Response, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("ACCESS_TOKEN"))
	request.Header.Set("Accept", "application/hal+json")
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	return client.Do(request)
}

func read(response *http.Response, result any) error {
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		problem := &Error{Status: response.StatusCode, retryAfter: response.Header.Get("Retry-After")}
		if err := json.NewDecoder(response.Body).Decode(problem); err != nil {
			// A proxy in front of Foyer may have sent something else, such as HTML.
			problem.Code, problem.Message = "unknown", response.Status
		}
		return problem
	}
	if result == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(result)
}

// newKey makes the key of a change.
func newKey() string {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(key)
}

func run(baseURL string) error {
	for url := baseURL + "/addresses?page_size=2"; url != ""; {
		var page Page
		if err := call(http.MethodGet, url, nil, &page, ""); err != nil {
			return err
		}
		for _, address := range page.Embedded.Items {
			fmt.Printf("%s, %s\n", address.FullName, address.City)
		}
		url = page.Links["next"].Href
	}

	home := Address{
		FullName:   "Ada Lovelace",
		Address1:   "12 St James’s Square",
		City:       "London",
		PostalCode: "SW1Y 4JH",
		Country:    "GB",
	}
	var added Address
	// The key belongs to this change, so that the address is added once. A program that may be stopped
	// in between stores the key before it sends the request.
	if err := call(http.MethodPost, baseURL+"/addresses", home, &added, newKey()); err != nil {
		return err
	}
	fmt.Println("Added:", added.City)

	home.PostalCode = "London"
	var problem *Error
	err := call(http.MethodPost, baseURL+"/addresses", home, nil, newKey())
	if !errors.As(err, &problem) {
		return fmt.Errorf("a wrong address was not refused: %w", err)
	}
	faulty := []string{}
	for property := range problem.Errors {
		faulty = append(faulty, property)
	}
	fmt.Printf("%d %s: %s\n", problem.Status, problem.Code, strings.Join(faulty, ", "))

	href := added.Links["address:delete"].Href
	if err := call(http.MethodDelete, href, nil, nil, newKey()); err != nil {
		return err
	}
	fmt.Println("Deleted")
	return nil
}

func main() {
	log.SetFlags(0)
	issuer := os.Getenv("FOYER_URL")
	if issuer == "" {
		issuer = "http://localhost:8080"
	}
	if err := run(issuer + "/v2"); err != nil {
		log.Fatal(err)
	}
}
